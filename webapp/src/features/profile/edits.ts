// The member's unsaved changes of the profile, in session storage: they survive a new log-in, a reload and a link to
// another screen. Only the changed fields are stored: the others show what the server has.
import * as z from 'zod/mini';
import { getSession } from '@/session/session.ts';
import type { ProfileDraft } from './draft.ts';

const KEY = 'fairway:profile';

const fields = z.partial(
  z.object({
    initials: z.string(),
    street: z.string(),
    housenumber: z.string(),
    postcode: z.string(),
    country: z.string(),
    city: z.string(),
    gsn: z.string(),
    telephone: z.string(),
    gender: z.string(),
    birthdate: z.string(),
    is_club_member: z.boolean(),
    handicap: z.string(),
    golfassociation: z.string(),
  }),
);
type Parsed = z.infer<typeof fields>;
/** JSON has no undefined: a field is there with its value, or absent. */
type Edits = { readonly [Field in keyof Parsed]?: NonNullable<Parsed[Field]> };

const stored = z.object({ owner: z.string(), edits: fields });

function keep(edits: Edits): void {
  const owner = getSession().email;
  if (owner && Object.keys(edits).length > 0) {
    sessionStorage.setItem(KEY, JSON.stringify({ owner, edits }));
  } else {
    sessionStorage.removeItem(KEY);
  }
}

/** This member's stored changes; those of another member, or unreadable ones, are removed. */
function storedEdits(): Edits {
  let json: unknown;
  try {
    json = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    json = null;
  }
  const parsed = z.safeParse(stored, json);
  if (parsed.success && parsed.data.owner === getSession().email) return parsed.data.edits as Edits;
  sessionStorage.removeItem(KEY);
  return {};
}

function fieldsOf(edits: Edits, isKept: (field: keyof Edits) => boolean): Edits {
  const names = (Object.keys(fields.shape) as (keyof Edits)[]).filter(
    (field) => field in edits && isKept(field),
  );
  return Object.fromEntries(names.map((field) => [field, edits[field]]));
}

/** The stored changes in which the profile still differs from what is saved. */
export function readEdits(saved: ProfileDraft): Edits {
  const edits = storedEdits();
  return fieldsOf(edits, (field) => edits[field] !== saved[field]);
}

const editsOf = (saved: ProfileDraft, draft: ProfileDraft) =>
  fieldsOf(draft, (field) => draft[field] !== saved[field]);

/** The fields in which the draft differs from what is saved. */
export const changedFields = (saved: ProfileDraft, draft: ProfileDraft) =>
  Object.keys(editsOf(saved, draft)) as (keyof Edits)[];

/** Stores them. */
export function storeEdits(saved: ProfileDraft, draft: ProfileDraft): void {
  keep(editsOf(saved, draft));
}

/** Removes the changes that were saved with this draft. Those made while the request ran stay. */
export function removeSavedEdits(sent: ProfileDraft): void {
  const edits = storedEdits();
  keep(fieldsOf(edits, (field) => edits[field] !== sent[field]));
}

export function removeEdits(): void {
  sessionStorage.removeItem(KEY);
}
