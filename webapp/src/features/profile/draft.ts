// The form's texts, converted from and to the server's values. Birth date, handicap and telephone number have the Dutch
// format; only text that cannot be parsed is rejected here, the server has all rules on the values.
import type { ProfileFields } from '@/api/generated/ProfileFields.ts';
import { code, shortDate } from '@/ui';
import { dutchTelephone } from './telephone.ts';

export interface ProfileDraft extends Omit<ProfileFields, 'is_club_member' | 'handicap'> {
  readonly is_club_member: boolean;
  readonly handicap: string;
}

export type FieldName = keyof ProfileDraft;
export type FieldErrors = Partial<Record<FieldName, string>>;

export function toDraft(profile: ProfileFields): ProfileDraft {
  const country = profile.country || 'NL';
  return {
    ...profile,
    country,
    birthdate: profile.birthdate && shortDate(profile.birthdate),
    // Elsewhere a number without the code of its country may be another one.
    telephone: country === 'NL' ? dutchTelephone(profile.telephone) : profile.telephone,
    is_club_member: profile.is_club_member === true,
    handicap: typeof profile.handicap === 'number' ? dutchHandicap(profile.handicap) : '',
  };
}

/** `YYYY-MM-DD` of `17-4-1968`, `17/04/1968`, `17 04 1968` or `1968-04-17`; null when it is no day of the calendar. */
export function parseBirthdate(typed: string): string | null {
  const text = code(typed);
  const dutch = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text);
  // Browsers fill in a birth date in this order.
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const [year, month, date] = dutch ? [dutch[3], dutch[2], dutch[1]] : iso ? iso.slice(1) : [];
  if (!year || !month || !date) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const instant = new Date(`${day}T00:00:00Z`);
  // 31 February would become 2 March without an error.
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== day ? null : day;
}

/** `18,4`, and `+2,1` for a handicap below zero, as golfers write it. */
export function dutchHandicap(handicap: number): string {
  return `${handicap < 0 ? '+' : ''}${Math.abs(handicap)}`.replace('.', ',');
}

/** The number of `18,4`, `18.40`, `+2,1` or `-2,1`, which are both below zero; null when it is none. */
export function parseHandicap(typed: string): number | null {
  const text = code(typed).replace(',', '.');
  const [, sign, amount] = /^([+-]?) *(\d{1,3}(?:\.\d{0,2})?)$/.exec(text) ?? [];
  if (!amount) return null;
  // Zero has no sign.
  return sign && Number(amount) > 0 ? -Number(amount) : Number(amount);
}

/** A sentence for each text that cannot be parsed. */
export function checkDraft(draft: ProfileDraft): FieldErrors {
  return {
    ...(draft.birthdate.trim() && parseBirthdate(draft.birthdate) === null
      ? { birthdate: 'Vul een bestaande datum in als dd-mm-jjjj, bijvoorbeeld 17-04-1968.' }
      : {}),
    ...(draft.handicap.trim() && parseHandicap(draft.handicap) === null
      ? { handicap: 'Vul een getal in met hoogstens twee decimalen, bijvoorbeeld 18,4 of +2,1.' }
      : {}),
  };
}

/** The texts that cannot be parsed, as they are: the server refuses them, and names what else it refuses. */
export function unparsed(draft: ProfileDraft): Partial<Pick<ProfileDraft, 'birthdate' | 'handicap'>> {
  const { birthdate, handicap } = checkDraft(draft);
  return {
    ...(birthdate ? { birthdate: draft.birthdate } : {}),
    ...(handicap ? { handicap: draft.handicap } : {}),
  };
}

/** The values to send, and to show, of a draft in which everything can be parsed. */
export function toProfile(draft: ProfileDraft): ProfileFields {
  return {
    ...draft,
    birthdate: parseBirthdate(draft.birthdate) ?? '',
    handicap: parseHandicap(draft.handicap),
    golfassociation: draft.is_club_member ? draft.golfassociation : '',
  };
}

export const labels = {
  firstName: 'Voornaam',
  prefix: 'Tussenvoegsel',
  lastName: 'Achternaam',
  email: 'E-mailadres',
  initials: 'Voorletters',
  street: 'Straat',
  housenumber: 'Huisnummer',
  postcode: 'Postcode',
  country: 'Land',
  city: 'Woonplaats',
  gsn: 'GSN',
  telephone: 'Telefoon',
  gender: 'Geslacht',
  birthdate: 'Geboortedatum',
  is_club_member: 'Ik ben lid van een golfclub',
  handicap: 'Handicap',
  golfassociation: 'Golfclub',
} as const satisfies Record<FieldName, string>;

/**
 * Street and number apart, where a browser that fills in an address, or a member, wrote both into the field of the street. A
 * year belongs to the street: Plein 1944.
 */
export function splitAddress(draft: ProfileDraft): ProfileDraft {
  const [, street, number] =
    /^(.*[^\d\s,]),?\s+(\d{1,5}\s?[a-z]?(?:[-/ ]\w{1,6})?)$/iu.exec(draft.street.trim()) ?? [];
  if (draft.housenumber.trim() || !street || !number || /^1[5-9]\d\d$/.test(number)) return draft;
  return { ...draft, street, housenumber: number };
}

/** Required before a reservation. In the order of the form. */
const required = [
  'initials',
  'street',
  'housenumber',
  'postcode',
  'city',
  'telephone',
  'gender',
  'birthdate',
] as const satisfies readonly FieldName[];

/** The labels of the required fields that are empty. */
export function missingFields(profile: ProfileFields): readonly string[] {
  return required.filter((field) => !profile[field].trim()).map((field) => labels[field]);
}
