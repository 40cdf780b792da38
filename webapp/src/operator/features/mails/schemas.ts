// What the server answers about mails. Never what they say.
import * as z from 'zod/mini';

export const LISTS = ['waiting', 'failed', 'bounced', 'sent'] as const;
export type MailList = (typeof LISTS)[number];

export const isList = (text: string | undefined): text is MailList => LISTS.some((list) => list === text);

const mail = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.nullable(z.string()),
  member: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  address: z.string(),
  state: z.string(),
  queued_at: z.string(),
  next_attempt_at: z.nullable(z.string()),
  settled_at: z.nullable(z.string()),
  attempts: z.number(),
  last_error: z.nullable(z.string()),
  position: z.nullable(z.number()),
  booking: z.nullable(z.string()),
  play_date: z.nullable(z.string()),
  bounced_address: z.nullable(z.string()),
  sent_again: z.number(),
  may_send_again: z.boolean(),
});
export type Mail = z.infer<typeof mail>;

export const mailsPage = z.object({
  counts: z.object({
    waiting: z.number(),
    retrying: z.number(),
    failed: z.number(),
    oldest_queued_at: z.nullable(z.string()),
  }),
  mails: z.array(mail),
  next: z.nullable(z.string()),
});
export type MailCounts = z.infer<typeof mailsPage>['counts'];
