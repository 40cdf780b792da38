// What the server answers to "why can this member not book?": the result of every rule, and the alternatives.
import * as z from 'zod/mini';

const mark = z.enum(['pass', 'refuses', 'refuses_too']);
export type Mark = z.infer<typeof mark>;

const finding = z.object({
  rule: z.string(),
  section: z.string(),
  player: z.nullable(z.string()),
  mark,
  behind: z.array(z.string()),
});
export type Finding = z.infer<typeof finding>;

export const explanation = z.object({
  question: z.string(),
  at: z.string(),
  caveats: z.array(z.string()),
  findings: z.array(finding),
  bookable: z.boolean(),
  code: z.nullable(z.string()),
  sentence: z.nullable(z.string()),
  rights: z.array(z.object({ member: z.string(), name: z.string(), called: z.string() })),
  hints: z.array(z.string()),
});
export type Explanation = z.infer<typeof explanation>;

/** The body of both questions. */
const request = z.object({
  member: z.string(),
  date: z.string(),
  club: z.string(),
  holes: z.nullable(z.number()),
  with: z.array(z.string()),
  at: z.nullable(z.string()),
});
export type WhyRequest = z.infer<typeof request>;

const alternative = z.object({
  change: z.string(),
  kind: z.enum(['player', 'holes', 'day', 'club']),
  request,
  bookable: z.boolean(),
  sentence: z.nullable(z.string()),
});
export type Alternative = z.infer<typeof alternative>;

export const alternatives = z.object({ alternatives: z.array(alternative) });
