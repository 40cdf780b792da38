// What the server answers about the figures: tables, and which of their columns a chart draws.
import * as z from 'zod/mini';

const column = z.object({ title: z.string(), kind: z.enum(['text', 'count', 'share']) });
export type Column = z.infer<typeof column>;

const cell = z.nullable(z.union([z.string(), z.number()]));
export type Cell = z.infer<typeof cell>;

const part = z.object({
  name: z.string(),
  title: z.string(),
  note: z.string(),
  narrowed_by: z.array(z.enum(['period', 'club', 'pass'])),
  columns: z.array(column),
  rows: z.array(z.array(cell)),
  chart: z.object({
    kind: z.enum(['columns', 'bars']),
    series: z.array(z.number()),
    limit: z.nullable(z.number()),
  }),
});
export type Part = z.infer<typeof part>;

export const figures = z.object({
  period: z.object({ from: z.string(), to: z.string() }),
  today: z.string(),
  freshness: z.object({ position: z.number(), as_of: z.nullable(z.string()), behind: z.number() }),
  key_figures: z.object({
    rounds: z.number(),
    places: z.number(),
    clubs: z.number(),
    players_a_round: z.nullable(z.number()),
    rights_used: z.nullable(z.number()),
    median_days_ahead: z.nullable(z.number()),
    cancelled: z.nullable(z.number()),
    forfeited: z.nullable(z.number()),
  }),
  parts: z.array(part),
  clubs: z.array(z.object({ id: z.string(), name: z.string() })),
  passes: z.array(z.string()),
});
export type Figures = z.infer<typeof figures>;
