// The routes of the fake portal for waiting lists. The test decides on offers and on their ends.
import type { GroupState } from '../src/api/generated/GroupState.ts';
import type { ShownGroup } from '../src/api/generated/ShownGroup.ts';
import { fail, ok, type Handler, type Routes } from './mockResponse.ts';
import { clubs, members, type SampleMember } from './samples.ts';

export interface WaitingRow {
  group: string;
  club: (typeof clubs)[number];
  date: string;
  holes: number;
  players: readonly SampleMember[];
  /** Whose round they want to join, and the member's own place in it. */
  joins?: { readonly by: SampleMember; readonly place: string };
  ahead: number;
  state: GroupState;
  until: string | null;
}

interface Waiting {
  readonly me: SampleMember;
  readonly nextId: () => string;
  /** Books the round, or adds to the one that they join; returns the member's own place. */
  readonly book: (row: WaitingRow) => string;
  readonly roundOf: (place: string) => { readonly club: number; readonly date: string } | undefined;
}

const ENDED = 'Dit aanbod geldt niet meer. Jullie staan nog op de wachtlijst.';

const NUMBER = 'N4T3-TX44';

export function waitingRoutes({ me, nextId, book, roundOf }: Waiting) {
  const rows: WaitingRow[] = [];
  const places = new Map<string, string>();
  const view = (row: WaitingRow): ShownGroup => ({
    group: row.group,
    golfclub: {
      id: row.club.id,
      name: row.club.name,
      city: row.club.city,
      reservation_instruction: row.club.reservation_instruction,
    },
    date: row.date,
    holes: row.holes,
    players: row.players.map((member) => ({
      first_name: member.first_name,
      prefix: member.prefix,
      last_name: member.last_name,
      email: member.email,
      is_me: member === me,
    })),
    asked_by_you: (row.joins?.by ?? row.players[0]) === me,
    ...(row.joins ? { to_join: row.joins.by.first_name } : {}),
    ahead: row.ahead,
    state: row.state,
    offered_until: row.state === 'offered' ? row.until : null,
    reservation_id: places.get(row.group) ?? null,
    booking_number: places.has(row.group) ? NUMBER : null,
  });
  /** A group on the list of this club, `emails` in the order of the request. */
  const wait = (club: number, date: string, emails: readonly string[], ahead = 0): WaitingRow => {
    const players = emails.map((email) => members.find((member) => member.email === email)!);
    const row: WaitingRow = {
      group: nextId(),
      club: clubs[club]!,
      date,
      holes: 18,
      players,
      ahead,
      state: 'waiting',
      until: null,
    };
    rows.push(row);
    return row;
  };
  const act =
    (change: (row: WaitingRow) => ReturnType<typeof ok>): Handler =>
    ({ id }) => {
      const row = rows.find((candidate) => candidate.group === id);
      return row ? change(row) : fail(404, 'Deze groep staat niet op een wachtlijst.');
    };
  const routes: Routes = {
    'GET /waiting-list': () =>
      ok({ data: rows.filter(({ state }) => state === 'waiting' || state === 'offered').map(view) }),
    'POST /waiting-list': ({ body }) => {
      const club = clubs.findIndex((candidate) => candidate.id === body['golfclub']);
      if (club < 0) return fail(404, 'Deze baan bestaat niet.');
      const row = wait(club, String(body['date']), body['players'] as string[], 2);
      row.holes = Number(body['holes']);
      return ok({ data: { group: row.group } });
    },
    'POST /reservations/:id/player/wait': ({ id, body }) => {
      const round = roundOf(id);
      if (!round) return fail(404, 'Deze reservering bestaat niet.');
      const row = wait(round.club, round.date, body['players'] as string[], 0);
      row.joins = { by: me, place: id };
      return ok({ data: { group: row.group } });
    },
    'GET /waiting-list/:id': act((row) => ok({ data: view(row) })),
    'POST /waiting-list/:id/take': act((row) => {
      if (row.state !== 'offered') return fail(409, ENDED);
      const place = book(row);
      row.state = 'taken';
      places.set(row.group, place);
      return ok({ reservation_id: place, booking_number: NUMBER });
    }),
    'POST /waiting-list/:id/decline': act((row) => {
      row.state = 'waiting';
      return ok({});
    }),
    'POST /waiting-list/:id/leave': act((row) => {
      row.state = 'stopped';
      return ok({});
    }),
  };
  return { wait, routes };
}
