// The routes of the fake portal for existing rounds: history, adding players, clubs.
import type { Reservation } from '../src/api/generated/Reservation.ts';
import { fail, ok, type Routes } from './mockResponse.ts';
import { playerRoutes } from './portalPlayers.ts';
import { clubDetails } from './sampleClubDetails.ts';
import { clubs } from './samples.ts';

interface Rounds {
  readonly today: string;
  readonly rows: () => readonly Reservation[];
  /** Adds a member to the booking; false for an unknown address. */
  readonly add: (reservationId: string, email: string) => boolean;
}

const PAGE = 10;

export function roundRoutes({ today, rows, add }: Rounds): Routes {
  const find = (id: string) => rows().find((row) => row.reservation_id === id);
  return {
    ...playerRoutes(today, rows),
    'GET /reservations/history': ({ query }) => {
      const past = rows()
        .filter((row) => row.status !== 'actief' || row.play_date < today)
        .toSorted((a, b) => b.play_date.localeCompare(a.play_date));
      const before = past.findIndex((row) => row.reservation_id === query.get('before'));
      const limit = Number(query.get('limit') ?? PAGE);
      return ok({ data: past.slice(before + 1, before + 1 + limit) });
    },
    'GET /reservations/:id': ({ id }) => {
      const row = find(id);
      return row ? ok({ data: row }) : fail(404, 'Deze reservering bestaat niet.');
    },
    'POST /reservations/:id/player/add': ({ id, body }) => {
      const emails = body['players'] as readonly string[];
      const row = find(id);
      if (!row) return fail(404, 'Deze reservering bestaat niet.');
      if (emails.length > row.free_slots) {
        return fail(409, 'Het maximaal aantal spelers voor deze boeking is bereikt.');
      }
      return emails.every((email) => add(id, email)) ? ok({}) : fail(422, 'Deze speler bestaat niet.');
    },
    'GET /golfclubs/info': () =>
      ok({
        data: clubs,
      }),
    'GET /golfclubs/:id': ({ id }) => {
      const club = clubs.find((candidate) => candidate.id === id);
      if (!club) return fail(404, 'Deze baan bestaat niet.');
      const { keywords: _, photo: __, ...known } = club;
      const played = rows()
        .filter((row) => row.golfclub.id === id && row.status === 'actief' && row.play_date < today)
        .toSorted((a, b) => b.play_date.localeCompare(a.play_date));
      return ok({
        data: {
          ...known,
          ...clubDetails[id],
          rounds: played.map(({ reservation_id, play_date, holes }) => ({
            reservation_id,
            play_date,
            holes,
          })),
        },
      });
    },
  };
}
