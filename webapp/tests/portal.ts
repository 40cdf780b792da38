// A fake portal in memory, with the schemas of the HTTP contract and simplified rules. The component tests (through
// msw) and `npm run dev:mock` use it; the real rules are the server's.
import type { Absence } from '../src/api/generated/Absence.ts';
import type { Reservation } from '../src/api/generated/Reservation.ts';
import { addDays, mondayOf } from '../src/ui/format.ts';
import { answer, fail, ok, routeOf, type MockResponse, type Routes } from './mockResponse.ts';
import { accountRoutes } from './portalAccount.ts';
import { purchaseRoutes } from './portalPurchases.ts';
import { roundRoutes } from './portalRounds.ts';
import { waitingRoutes } from './portalWaiting.ts';
import { clubs, members, type SampleMember } from './samples.ts';

const FULL = 'De baan is op deze datum volgeboekt';

interface Booking {
  id: string;
  play_date: string;
  club: (typeof clubs)[number];
  holes: number;
  players: { member: SampleMember; id: string; cancelled: boolean }[];
  /** Why the club cancelled it. */
  notice?: string;
  start_time?: string | null;
  start_time_by?: string | null;
  /** The club says that the member did not come. */
  absence?: Absence;
}

export function createPortal(today: string, meEmail = 'jan.devries@fairway.example') {
  const me = members.find((member) => member.email === meEmail) ?? members[0]!;
  const bookings: Booking[] = [];
  const calls: { route: string; body: Record<string, unknown>; key: string | null }[] = [];
  let news = [
    {
      id: 'n1',
      title: 'Wintergreens vanaf 1 december',
      contents: '<p>Bij vorst spelen we op <strong>wintergreens</strong>. Kijk voor vertrek bij je baan.</p>',
      post_date: today,
    },
  ];
  let serial = 0;
  /** The days on which every club is full. */
  const full = new Set<string>();
  /** The booking window. */
  const days = Array.from({ length: 21 }, (_, index) => addDays(mondayOf(today), index));
  let operator: string | null = null;
  /** Makes the session an operator's. */
  const impersonate = () => {
    operator = 'Anke de Boer';
  };
  const nextId = () => `00000000-0000-7000-8000-${String(++serial).padStart(12, '0')}`;

  function book(clubIndex: number, day: number, emails: string[], holes = 18): Booking {
    const players = emails.map((email) => ({ member: byEmail(email)!, id: nextId(), cancelled: false }));
    const booking = { id: nextId(), play_date: addDays(today, day), club: clubs[clubIndex]!, holes, players };
    bookings.push(booking);
    return booking;
  }
  function view(booking: Booking): Reservation {
    const ownPlayer = booking.players.find((player) => player.member === me)!;
    const active = booking.players.filter((player) => !player.cancelled);
    const isDayFull = active.length < 4 && full.has(booking.play_date);
    const master = active[0]?.member === me;
    return {
      reservation_id: ownPlayer.id,
      booking_number: bookingNumber(booking.id),
      start_time: booking.start_time ?? null,
      start_time_by: booking.start_time_by ?? null,
      play_date: booking.play_date,
      golfclub: {
        id: booking.club.id,
        name: booking.club.name,
        city: booking.club.city,
        street: 'Zandweg 12',
        postcode: '3852 AB',
        telephone: '0341 00 02 28',
        lat: booking.club.lat,
        lon: booking.club.lon,
        starttime_description: booking.club.starttime_description,
        reservation_description: `<p>Meld je een kwartier voor je ronde bij de receptie van ${booking.club.name}.</p>`,
      },
      holes: booking.holes,
      status: ownPlayer.cancelled ? 'geannuleerd' : 'actief',
      voucher_uri: `/vouchers/${ownPlayer.id}.pdf`,
      group_voucher_uri: master ? '/vouchers/group.pdf' : '',
      calendar_uri: `/api/calendar/${ownPlayer.id}.ics`,
      share_uri: `/shared/${ownPlayer.id}`,
      voucher_msg: '',
      is_group_master: master,
      players: booking.players.map(({ member, id, cancelled }) => ({
        ...names(member),
        email: member.email,
        status: cancelled ? 'geannuleerd' : 'actief',
        voucher_uri: !cancelled && (master || member === me) ? `/vouchers/${id}.pdf` : '',
        voucher_code:
          !cancelled && (master || member === me) && booking.play_date >= today ? voucherCode(id) : '',
        reservation_id: id,
        is_me: member === me,
      })),
      free_slots: isDayFull ? 0 : 4 - active.length,
      day_is_full: isDayFull,
      playright_expired: false,
      bonus_used: booking.holes === 9 ? { title: 'Welkomstronde' } : null,
      cancelled_by_club: booking.notice ?? null,
      ...(booking.absence && { absence: booking.absence }),
    };
  }
  function cancel(booking: Booking | undefined, isAffected: (id: string) => boolean): MockResponse {
    if (!booking) return fail(404, 'Deze reservering bestaat niet.');
    for (const player of booking.players) if (isAffected(player.id)) player.cancelled = true;
    return ok({});
  }
  const bookingOfPlace = (id: string) => bookings.find((b) => b.players.some((player) => player.id === id));

  const routes: Routes = {
    'POST /users/login': ({ body }) => {
      if (body['password'] !== 'fairway-demo') return fail(401, 'Verkeerd e-mailadres of wachtwoord');
      return answer({ access_token: 'pretend-token', token_type: 'Bearer', expires_in: 2_592_000 });
    },
    'POST /users/logout': () => ok({}),
    'GET /users/me': () =>
      ok({
        id: 'm1',
        email: me.email,
        ...names(me),
        isProfileComplete: me.complete !== false,
        playrights: { ...rights(me), has_subscription: me.subscription },
        ...(operator ? { impersonated_by: operator } : {}),
      }),
    'POST /reservations/players/check': ({ body }) => {
      const member = byEmail(body['email']);
      if (!member) return ok({ found: false, email: String(body['email']).toLowerCase() });
      return ok({ found: true, ...names(member), email: member.email, playrights: rights(member) });
    },
    'GET /reservations/players/historic': () =>
      ok({
        data: members.slice(1, 6).map(({ first_name, prefix, last_name, email }) => ({
          name_first: first_name,
          name_prefix: prefix,
          name_last: last_name,
          email,
        })),
      }),
    'POST /reservations/golfclubs': ({ body }) =>
      ok({
        data: clubs.map((club) => {
          const offered = club.holes.includes(Number(body['holes']));
          const isFull = offered && typeof body['date'] === 'string' && full.has(body['date']);
          const reason = offered ? (isFull ? FULL : '') : `Deze baan biedt geen ${body['holes']} holes aan`;
          const first_free_day = reason === '' && !body['date'] ? firstFreeDay() : null;
          return { ...club, reservable: reason === '', reason, waiting_list: isFull, first_free_day };
        }),
      }),
    'POST /reservations/availability': () =>
      ok({ data: Object.fromEntries(days.map((day, index) => [day, availability(day, index)])) }),
    'POST /reservations/alternatives': ({ body }) => {
      const date = body['date'] as string | null;
      const free = days.findIndex((day, index) => day !== date && availability(day, index).reservable);
      const { id, name, city, reservation_instruction } = clubs.find((club) => club.id !== body['golfclub'])!;
      const { reservable: _, reason: __, waiting_list: ___, ...bonus } = availability(days[free] ?? '', free);
      return ok({
        data: {
          day: date && free >= 0 ? { date: days[free], ...bonus } : null,
          club: body['golfclub'] ? { id, name, city, reservation_instruction, distance_km: 12.4 } : null,
          waiting_list: body['golfclub'] !== null && date !== null && full.has(date),
        },
      });
    },
    'POST /reservations': ({ body }) => {
      const club = clubs.findIndex((candidate) => candidate.id === body['golfclub']);
      if (club < 0) return fail(404, 'Deze baan bestaat niet.');
      if (full.has(String(body['date']))) return fail(409, FULL);
      const booking = book(club, 0, body['players'] as string[], Number(body['holes']));
      booking.play_date = String(body['date']);
      return ok({ reservation_id: booking.players[0]!.id, booking_number: bookingNumber(booking.id) });
    },
    'GET /reservations': () =>
      ok({
        data: bookings
          .map(view)
          .filter((row) => row.status === 'actief' && row.play_date >= today)
          .toSorted((a, b) => a.play_date.localeCompare(b.play_date)),
      }),
    'GET /shared/:id': ({ id }) => {
      const booking = bookingOfPlace(id);
      if (!booking) return fail(404, 'Deze link is niet geldig. Vraag je medespeler om een nieuwe.');
      const { id: club, name, city, reservation_instruction } = booking.club;
      const isBooked = booking.players.some((player) => !player.cancelled);
      const isOver = booking.play_date < today;
      return ok({
        data: {
          golfclub: { id: club, name, city, reservation_instruction },
          play_date: booking.play_date,
          holes: booking.holes,
          state: !isBooked ? 'cancelled' : isOver ? 'over' : 'booked',
        },
      });
    },
    'POST /reservations/:id/cancel': ({ id }) => cancel(bookingOfPlace(id), (place) => place === id),
    'POST /reservations/:id/group/cancel': ({ id }) => cancel(bookingOfPlace(id), () => true),
    'POST /reservations/:id/player/remove': ({ id }) => cancel(bookingOfPlace(id), (place) => place === id),
    'POST /reservations/:id/start_time': ({ id, body }) => {
      const booking = bookingOfPlace(id);
      if (!booking) return fail(404, 'Deze reservering bestaat niet.');
      const stored = booking.start_time ?? null;
      if (body['seen'] !== stored) return fail(409, 'Iemand anders heeft de starttijd intussen gewijzigd.');
      booking.start_time = body['start_time'] as string | null;
      booking.start_time_by = booking.start_time === null ? null : me.first_name;
      return ok();
    },
    'POST /reservations/:id/absence/object': ({ id }) => {
      const booking = bookingOfPlace(id);
      if (!booking?.absence) return fail(404, 'Deze afwezigheid is niet gevonden.');
      booking.absence = { ...booking.absence, can_object: false, objected_at: new Date().toISOString() };
      return ok();
    },
    'POST /reservations/:id/player/swap': ({ id, body }) => {
      const booking = bookingOfPlace(id);
      const member = byEmail(body['email']);
      if (!member) return fail(422, `${String(body['email'])} niet gevonden`);
      const response = cancel(booking, (place) => place === id);
      booking?.players.push({ member, id: nextId(), cancelled: false });
      return response;
    },
    'GET /news/important': () => ok({ data: news }),
    'POST /news/important/dismiss': ({ body }) => {
      news = news.filter((item) => item.id !== body['id']);
      return ok({});
    },
  };

  const add = (id: string, email: string) => {
    const member = byEmail(email);
    if (member) bookingOfPlace(id)?.players.push({ member, id: nextId(), cancelled: false });
    return member !== undefined;
  };
  Object.assign(routes, accountRoutes(me, today, impersonate), purchaseRoutes(me, today));
  Object.assign(routes, roundRoutes({ today, rows: () => bookings.map(view), add }));
  const waiting = waitingRoutes({
    me,
    nextId,
    roundOf: (place) => {
      const booking = bookingOfPlace(place);
      return booking && { club: clubs.indexOf(booking.club), date: booking.play_date };
    },
    book: ({ club, date, holes, players, joins }) => {
      if (joins) {
        for (const { email } of players) add(joins.place, email);
        return joins.place;
      }
      const emails = players.map(({ email }) => email);
      const booking = book(clubs.indexOf(club), 0, emails, holes);
      booking.play_date = date;
      return booking.players.find(({ member }) => member === me)!.id;
    },
  });
  Object.assign(routes, waiting.routes);

  function firstFreeDay() {
    return days.find((day, index) => availability(day, index).reservable) ?? null;
  }

  function availability(day: string, index: number) {
    const closed = index % 7 === 0;
    const past = day < today;
    const bonus = index === 12;
    const isFull = full.has(day) && !past && !closed;
    const reason = past
      ? 'Deze datum ligt in het verleden'
      : closed
        ? 'De baan is op maandag gesloten'
        : isFull
          ? FULL
          : '';
    return {
      reservable: reason === '',
      reason,
      waiting_list: isFull,
      bonus_needed: bonus,
      bonus_players: bonus ? [me.first_name] : [],
    };
  }

  function respond(
    method: string,
    address: string,
    body: Record<string, unknown>,
    key: string | null,
  ): MockResponse {
    const url = new URL(address, 'http://portal');
    const { route, id } = routeOf(routes, `${method} ${url.pathname.replace(/^\/api/, '')}`);
    calls.push({ route, body, key });
    return routes[route]?.({ body, id, query: url.searchParams }) ?? fail(404, 'Niet gevonden.');
  }

  return { respond, book, calls, full, impersonate, me, routes, today, wait: waiting.wait };
}

/** As long as a real one, and of the same characters. */
const voucherCode = (id: string) => id.replaceAll('-', '').toUpperCase().padEnd(56, '7KX2M9');

/** `0000-0001` */
const bookingNumber = (id: string) => id.slice(-8).replace(/(.{4})/, '$1-');

function byEmail(email: unknown): SampleMember | undefined {
  return members.find((member) => member.email === email);
}

const names = ({ first_name, prefix, last_name }: SampleMember) => ({ first_name, prefix, last_name });

const rights = (member: SampleMember) => ({
  reservable: member.max_holes > 0,
  reason: member.max_holes > 0 ? '' : 'Heeft geen geldig abonnement',
  this_month: { max_holes: member.max_holes },
  next_month: { max_holes: member.max_holes },
});
