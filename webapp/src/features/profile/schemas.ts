// The profile in the server's format.
import * as z from 'zod/mini';
import { text } from '@/api/schemas.ts';

export const profile = z.object({
  firstName: text,
  prefix: text,
  lastName: text,
  initials: text,
  street: text,
  housenumber: text,
  postcode: text,
  /** Two letters (ISO 3166-1). */
  country: z.pipe(
    text,
    z.transform((code: string) => code || 'NL'),
  ),
  city: text,
  gsn: text,
  email: text,
  telephone: text,
  gender: text,
  /** `YYYY-MM-DD`, empty when unknown. */
  birthdate: text,
  is_club_member: z.optional(z.nullable(z.boolean())),
  handicap: z.optional(z.nullable(z.number())),
  golfassociation: text,
});

export type Profile = z.infer<typeof profile>;

export const profileResponse = z.object({ data: profile });
