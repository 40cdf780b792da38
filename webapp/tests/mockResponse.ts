// The answers of both apps' fakes, and the route that answers a call.

export interface MockRequest {
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  /** The part of the path where the route says `:id`. */
  readonly id: string;
}

export interface MockResponse {
  /** 200 where absent. */
  readonly status?: number | undefined;
  readonly body?: unknown;
}

export type Handler = (request: MockRequest) => MockResponse;
/** By `METHOD /path`; `:id` stands for one part of the path. */
export type Routes = Record<string, Handler>;

export const ok = (body: object = {}): MockResponse => ({ status: 200, body: { success: true, ...body } });
/** Without `success`. */
export const answer = (body: object): MockResponse => ({ body });
export const fail = (status: number, error: string, more: object = {}): MockResponse => ({
  status,
  body: { success: false, error, ...more },
});
export const invalid = (errors: object): MockResponse =>
  fail(422, 'Niet alles is goed ingevuld.', { errors });

/** The route of a call and the id in it; a path without an id takes precedence. */
export function routeOf(routes: Routes, call: string): { readonly route: string; readonly id: string } {
  if (routes[call]) return { route: call, id: '' };
  for (const route of Object.keys(routes)) {
    const id = new RegExp(`^${route.replace(':id', '([^/]+)')}$`).exec(call)?.[1];
    if (id) return { route, id };
  }
  return { route: call, id: '' };
}
