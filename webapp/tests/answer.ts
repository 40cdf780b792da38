// The responses of the fake portal.

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type Handler = (context: {
  body: Record<string, unknown>;
  id: string;
  query: URLSearchParams;
}) => Answer;

export const ok = (body: object = {}): Answer => ({ status: 200, body: { success: true, ...body } });
export const fail = (status: number, error: string): Answer => ({ status, body: { success: false, error } });
export const invalid = (errors: object): Answer => ({ status: 422, body: { success: false, errors } });
