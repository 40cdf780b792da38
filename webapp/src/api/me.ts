// The member of the token. It is in this folder because several features need it.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from './client.ts';
import { ROUNDS } from './rounds.ts';
import { player, playrights } from './schemas.ts';

export const meSchema = z.extend(player, {
  isProfileComplete: z.boolean(),
  playrights: z.extend(playrights, { has_subscription: z.boolean() }),
  /** The operator who uses the portal as this member; absent in a member's own session. */
  impersonated_by: z.optional(z.nullable(z.string())),
});

export type Me = z.infer<typeof meSchema>;

export const meQuery = queryOptions({
  queryKey: [ROUNDS, 'me'],
  queryFn: ({ signal }) => call('/users/me', { schema: meSchema, signal }),
  staleTime: 30_000,
  meta: { storeOffline: true },
});
