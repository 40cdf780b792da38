// What the server answers about the operators' own actions.
import * as z from 'zod/mini';

const action = z.object({
  id: z.union([z.string(), z.number()]),
  at: z.string(),
  operator: z.string(),
  action: z.string(),
  subject: z.string(),
  member: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** Empty for a view. */
  reason: z.string(),
});
export type Action = z.infer<typeof action>;

export const actionsPage = z.object({ actions: z.array(action), next: z.nullable(z.string()) });
