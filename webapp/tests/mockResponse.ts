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
export const fail = (status: number, error: string): MockResponse => ({
  status,
  body: { success: false, error },
});
export const invalid = (errors: object): MockResponse => ({ status: 422, body: { success: false, errors } });
