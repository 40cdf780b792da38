// A 401 on any call but a log-in. The router says what it leads to, so that the client need not know routes, and
// the router need not load the client.
let handler: () => void = () => {};

export function handleUnauthorized(onUnauthorized: () => void): void {
  handler = onUnauthorized;
}

export function reportUnauthorized(): void {
  handler();
}
