// What the server answers about the operators.
import * as z from 'zod/mini';

const operator = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(['support', 'content', 'auditor', 'admin'])),
  status: z.enum(['invited', 'active', 'disabled']),
  has_second_factor: z.boolean(),
  last_seen_at: z.nullable(z.string()),
});
export type Operator = z.infer<typeof operator>;

export const operators = z.object({ operators: z.array(operator) });

/** The link with which a person chooses a password. It works once. */
export const setupLink = z.object({ link: z.string() });
