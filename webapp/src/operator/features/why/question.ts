// The question is the address: a colleague who opens it sees the same form and the same answer.
import type { AskedRound } from '../../api/generated/AskedRound.ts';

export const MOST_COMPANIONS = 3;

/** The answers of the form as text, as they are in the address. */
export interface WhySearch {
  readonly member?: string | undefined;
  readonly date?: string | undefined;
  readonly club?: string | undefined;
  readonly holes?: string | undefined;
  /** Companions, separated by commas: neither an e-mail address nor an id has one. */
  readonly with?: string | undefined;
  readonly at?: string | undefined;
}

const NAMES = ['member', 'date', 'club', 'holes', 'with', 'at'] as const;

/** The answers in the address. A router may have made a number of `9`. */
export function readSearch(search: Readonly<Record<string, unknown>>): WhySearch {
  const found = NAMES.map((name) => [name, String(search[name] ?? '').trim()] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== ''));
}

export function companionsOf(search: WhySearch): readonly string[] {
  const names = (search.with ?? '').split(',').map((name) => name.trim());
  return names.filter((name) => name !== '').slice(0, MOST_COMPANIONS);
}

/** The question, or null as long as a required answer is missing. */
export function requestOf(search: WhySearch): AskedRound | null {
  const { member, date, club, holes, at } = search;
  if (!member || !date || !club) return null;
  return {
    member,
    date,
    club,
    holes: holes === '9' || holes === '18' ? Number(holes) : null,
    with: [...companionsOf(search)],
    at: at ?? null,
  };
}

/** The address that asks a question. */
export function searchOf(request: AskedRound): WhySearch {
  return {
    member: request.member,
    date: request.date,
    club: request.club,
    ...(request.holes === null ? {} : { holes: String(request.holes) }),
    ...(request.with.length === 0 ? {} : { with: request.with.join(',') }),
    ...(request.at === null ? {} : { at: request.at }),
  };
}
