// The routes of the fake portal for the people a member plays with: suggestions, flights, favourites.
import type { Reservation } from '../src/api/generated/Reservation.ts';
import { fail, ok, type Routes } from './mockResponse.ts';
import { members, type SampleMember } from './samples.ts';

interface Together {
  readonly rounds: number;
  readonly last_played: string | null;
}

/** The built-in suggestions are the first members. */
const SAMPLES = 6;

const namesOf = ({ first_name, prefix, last_name, email }: SampleMember) => ({
  name_first: first_name,
  name_prefix: prefix,
  name_last: last_name,
  email,
});

const byCount = (a: Together, b: Together) => b.rounds - a.rounds;

export function playerRoutes(today: string, rows: () => readonly Reservation[]): Routes {
  const favourites = new Set<string>();

  /** The addresses of the co-players of each round that was played, latest first. */
  const played = () =>
    rows()
      .filter((row) => row.play_date < today)
      .toSorted((a, b) => b.play_date.localeCompare(a.play_date))
      .map(({ play_date, players }) => ({
        play_date,
        emails: players
          .filter(({ status, is_me }) => status === 'actief' && !is_me)
          .map(({ email }) => email),
      }));

  return {
    'GET /reservations/players/suggested': () => {
      const people = new Map<string, Together>();
      const flights = new Map<string, Together & { readonly players: readonly string[] }>();
      for (const { play_date, emails } of played()) {
        for (const email of emails) {
          const { rounds = 0, last_played = play_date } = people.get(email) ?? {};
          people.set(email, { rounds: rounds + 1, last_played });
        }
        const players = emails.toSorted();
        const { rounds = 0, last_played = play_date } = flights.get(players.join()) ?? {};
        if (players.length > 0) flights.set(players.join(), { players, rounds: rounds + 1, last_played });
      }
      const players = members
        .filter(({ email }) => people.has(email) || favourites.has(email))
        .map((member) => ({
          ...namesOf(member),
          favourite: favourites.has(member.email),
          ...(people.get(member.email) ?? { rounds: 0, last_played: null }),
        }))
        .toSorted((a, b) => Number(b.favourite) - Number(a.favourite) || byCount(a, b));
      return ok({
        data: {
          players: players.slice(0, 12),
          flights: [...flights.values()].toSorted(byCount).slice(0, 3),
          samples: members.slice(0, SAMPLES).map(namesOf),
        },
      });
    },
    'POST /users/me/favourites': ({ body }) => {
      const member = members.find(({ email }) => email === body['email']);
      if (!member) return fail(404, 'Deze speler bestaat niet.');
      if (body['favourite'] === true) favourites.add(member.email);
      else favourites.delete(member.email);
      return ok();
    },
  };
}
