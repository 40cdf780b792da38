// A 401 on any call but a log-in. The router registers the handler: the client does not know routes, and the router
// does not load the client.
let handler: () => void = () => {};

export function handleUnauthorized(onUnauthorized: () => void): void {
  handler = onUnauthorized;
}

export function reportUnauthorized(): void {
  handler();
}
