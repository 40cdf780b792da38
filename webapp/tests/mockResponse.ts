// The responses of the fake portal.

export interface MockResponse {
  readonly status: number;
  readonly body: unknown;
}

export type Handler = (context: {
  body: Record<string, unknown>;
  id: string;
  query: URLSearchParams;
}) => MockResponse;

export const ok = (body: object = {}): MockResponse => ({ status: 200, body: { success: true, ...body } });
/** The answers of a log-in have no `success`. */
export const answer = (body: object): MockResponse => ({ status: 200, body });
export const fail = (status: number, error: string): MockResponse => ({
  status,
  body: { success: false, error },
});
export const invalid = (errors: object): MockResponse => ({
  status: 422,
  body: { success: false, error: 'Niet alles is goed ingevuld.', errors },
});
