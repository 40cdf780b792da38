import * as z from 'zod/mini';

const feed = z.object({
  /** `https://…` */
  url: z.string(),
  /** `webcal://…`, which opens a calendar app. */
  webcal_url: z.string(),
  created_at: z.string(),
});
export type CalendarFeed = z.infer<typeof feed>;

export const calendarFeedResponse = z.object({
  /** Null while the feed is off. */
  data: z.optional(z.nullable(feed)),
});
