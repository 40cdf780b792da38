// What happens when the session has ended. The router registers the handler: the client knows no addresses.
let handler: () => void = () => {};

export function handleUnauthorized(onUnauthorized: () => void): void {
  handler = onUnauthorized;
}

export function reportUnauthorized(): void {
  handler();
}
