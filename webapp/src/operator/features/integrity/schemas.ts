// The findings of a verification: the result of its task, whose form the API's description leaves open.
import * as z from 'zod/mini';

const finding = z.object({
  code: z.string(),
  rule: z.string(),
  position: z.nullable(z.number()),
  at: z.string(),
  what: z.string(),
  remedy: z.string(),
  subject: z.optional(z.object({ kind: z.string(), id: z.string() })),
});
export type Finding = z.infer<typeof finding>;

const findingsOfKind = z.object({
  code: z.string(),
  count: z.number(),
  remedy: z.string(),
  findings: z.array(finding),
});
export type FindingsOfKind = z.infer<typeof findingsOfKind>;

export const report = z.object({
  position: z.number(),
  checked: z.array(z.string()),
  not_checked: z.array(z.string()),
  counted: z.number(),
  kinds: z.array(findingsOfKind),
});
export type Report = z.infer<typeof report>;
