// Stands between the browser and the portal, and lengthens the portal's lists to more than a hundred rows. The rules
// allow a member 21 upcoming rounds, and the demo data have 40 clubs and 64 members: what the screens do with longer
// lists can only be measured with such answers. Everything else passes unchanged. Between them, and not inside the
// browser, because a browser whose requests are intercepted has no cache.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, request as send } from 'node:http';

const ROUNDS = 120;
/** For each club one more with each of these names. */
const COPIED_CLUBS = ['Noord', 'Oost', 'West'];
const CO_PLAYERS = 120;
/** Of four players each, on each day of a club's list. */
const FLIGHTS = 100;

/** Answers the address of the longer lists and a function that ends them. */
export async function startLongLists(portal) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, portal);
    const lengthen = lists[`${request.method} ${pathname}`];
    const headers = { ...request.headers };
    let path = request.url;
    if (lengthen) {
      delete headers['accept-encoding'];
      // The portal's whole list; the pages are cut from the longer one.
      path = pathname;
    }
    const passed = send(new URL(path, portal), { method: request.method, headers }, (answer) => {
      if (lengthen && answer.statusCode === 200) void respondLonger(answer, response, lengthen, searchParams);
      else answer.pipe(response.writeHead(answer.statusCode, answer.headers));
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function respondLonger(answer, response, lengthen, parameters) {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  const longer = JSON.stringify(lengthen(JSON.parse(text), parameters));
  const { 'content-length': _, ...headers } = answer.headers;
  response.writeHead(200, headers).end(longer);
}

/** The members' answers have their list in `data`. */
const ofData = (lengthen) => (body, parameters) => ({ ...body, data: lengthen(body.data, parameters) });

const lists = {
  'GET /api/reservations': ofData((rounds) => repeat(rounds, ROUNDS, 1)),
  'GET /api/reservations/history': ofData((rounds, parameters) => {
    const longer = repeat(rounds, ROUNDS, -2);
    const before = longer.findIndex((round) => round.reservation_id === parameters.get('before'));
    const limit = Number(parameters.get('limit')) || ROUNDS;
    return longer.slice(before + 1, before + 1 + limit);
  }),
  'GET /api/reservations/players/historic': ofData((people) =>
    Array.from({ length: CO_PLAYERS }, (_, index) => {
      const person = people[index % people.length];
      return index < people.length ? person : { ...person, email: `copy.${index}.${person.email}` };
    }),
  ),
  'GET /api/golfclubs/info': ofData(withCopies),
  'POST /api/reservations/golfclubs': ofData(withCopies),
  'GET /club/api/offline': (list) => ({
    ...list,
    days: list.days.map((day) => ({ ...day, flights: [...day.flights, ...otherFlights(day.date)] })),
  }),
};

/** The rounds over and over again, each this many days after the one before. The first keeps its day and its id. */
function repeat(rounds, length, days) {
  if (rounds.length === 0) return rounds;
  const [{ play_date: first }] = rounds;
  return Array.from({ length }, (_, index) => {
    const round = rounds[index % rounds.length];
    const day = new Date(`${first}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + index * days);
    const id = index === 0 ? round.reservation_id : copiedId(round.reservation_id, index);
    return { ...round, reservation_id: id, play_date: day.toISOString().slice(0, 10) };
  });
}

/** The beginning of a UUID with another end. */
function copiedId(id, index) {
  return id.slice(0, -12) + index.toString(16).padStart(12, '0');
}

function withCopies(clubs) {
  return clubs.flatMap((club) => [
    club,
    ...COPIED_CLUBS.map((name) => ({
      ...club,
      id: `${club.id}-${name.toLowerCase()}`,
      name: `${club.name} ${name}`,
    })),
  ]);
}

/** Flights of nobody: no code leads to their players. */
function otherFlights(date) {
  const hash = (text) => createHash('sha256').update(text).digest('hex');
  return Array.from({ length: FLIGHTS }, (_, flight) => ({
    booking_number: `Z${date.slice(-2)}Z-${String(flight).padStart(4, '0')}`,
    holes: 18,
    start_time: null,
    players: ['Anna', 'Bart', 'Chris', 'Dirk'].map((name) => ({
      place: randomUUID(),
      short_name: `${name} Z.`,
      code_hash: hash(`${date} ${flight} ${name}`),
      status: 'expected',
      arrived_at: null,
      arrived_by: null,
    })),
  }));
}
