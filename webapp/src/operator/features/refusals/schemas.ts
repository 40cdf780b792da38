// What the server answers about what rules refused to members.
import * as z from 'zod/mini';

const named = z.object({ id: z.string(), name: z.nullable(z.string()) });
export type Named = z.infer<typeof named>;

const refusal = z.object({
  id: z.string(),
  at: z.string(),
  member: named,
  command: z.string(),
  rule: z.string(),
  /** Dutch, as the member read it; about `about` where there is one. */
  sentence: z.string(),
  about: z.nullable(named),
  club: z.nullable(z.object({ id: z.string(), name: z.string() })),
  date: z.nullable(z.string()),
  holes: z.nullable(z.number()),
  players: z.array(named),
  booking: z.nullable(z.string()),
  request_id: z.string(),
  by_operator: z.boolean(),
  /** The question of the screen Why?; null where the rule is not one of booking. */
  why: z.nullable(
    z.object({
      member: z.string(),
      date: z.string(),
      club: z.string(),
      holes: z.nullable(z.number()),
      with: z.array(z.string()),
      at: z.string(),
    }),
  ),
});
export type Refusal = z.infer<typeof refusal>;

export const refusalsPage = z.object({ refusals: z.array(refusal), next: z.nullable(z.string()) });

const ruleCount = z.object({ rule: z.string(), day: z.number(), week: z.number(), quarter: z.number() });
export type RuleCount = z.infer<typeof ruleCount>;

export const ruleCounts = z.object({ rules: z.array(ruleCount) });
