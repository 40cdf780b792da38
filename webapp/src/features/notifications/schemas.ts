import * as z from 'zod/mini';
import { rows } from '@/api/rows.ts';

const setting = z.object({
  kind: z.enum(['round_booked', 'round_changed', 'round_cancelled', 'reminder', 'waiting_list']),
  mail: z.boolean(),
  push: z.boolean(),
});
export type NotificationSetting = z.infer<typeof setting>;
export type NotificationKind = NotificationSetting['kind'];
/** A way by which a member is told. */
export type Way = 'mail' | 'push';

/** A kind that this version does not know is left out. */
export const notificationsResponse = z.object({ data: z.object({ kinds: rows(setting) }) });
