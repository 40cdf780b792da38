// The club's day: who plays, and who has arrived.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Printer, UserPlus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { today as serverToday } from '@/api/clock.ts';
import {
  Alert,
  announce,
  Button,
  dotted,
  EmptyState,
  listOf,
  Loaded,
  longDate,
  Notice,
  Page,
  Region,
  SearchField,
  Stack,
  useOnline,
  useStableCallback,
} from '@/ui';
import { useClubSession } from '@/club/api/session.ts';
import { momentText } from '@/club/ui/moments.ts';
import styles from './Arrivals.module.css';
import {
  found,
  grouped,
  isStored,
  silentDevices,
  withOwn,
  type Day,
  type Flight,
  type Player,
} from './day.ts';
import { DayChoice } from './DayChoice.tsx';
import { FlightCard, type DayTense } from './FlightCard.tsx';
import { useLiveDays } from './live.ts';
import { recordArrival, useOwnArrivals } from './own.ts';
import { PlayerSheet } from './PlayerSheet.tsx';
import { PrintList, usePrinting } from './PrintList.tsx';
import { useDay } from './queries.ts';
import { WalkInDialog } from './WalkInDialog.tsx';
import { capital, closedText, holesText, takenText } from './words.ts';

export function ArrivalsScreen() {
  const today = serverToday();
  const asked = (useSearch({ strict: false }) as { readonly date?: string }).date;
  const date = asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today;
  const navigate = useNavigate();
  useLiveDays();
  const { name, club_name } = useClubSession();
  const online = useOnline();
  const [isWalkIn, setWalkIn] = useState(false);
  const query = useDay(date);
  const own = useOwnArrivals();
  const served = query.data;
  const day = useMemo(() => served && withOwn(served, own, name), [served, own, name]);
  const isOnPaper = usePrinting() && day !== undefined;
  const isToday = date === today;
  const tense: DayTense = isToday ? 'today' : date < today ? 'past' : 'future';
  const show = (chosen: string) =>
    void navigate({
      to: '/',
      search: chosen === today ? {} : { date: chosen },
      replace: true,
      resetScroll: false,
    });

  return (
    <Page
      title={isOnPaper ? `${club_name}, ${longDate(date)}` : isToday ? 'Vandaag' : capital(longDate(date))}
      intro={isToday && !isOnPaper ? capital(longDate(date)) : undefined}
      actions={
        <>
          {isToday ? (
            <Button variant="secondary" disabled={!online} onClick={() => setWalkIn(true)}>
              <UserPlus aria-hidden size={18} />
              speler zonder boeking
            </Button>
          ) : null}
          <Button variant="secondary" disabled={!day} onClick={() => window.print()}>
            <Printer aria-hidden size={18} />
            afdrukken
          </Button>
        </>
      }
      full
    >
      <Stack gap={4} className={isOnPaper ? styles.screen : undefined}>
        <DayChoice
          date={date}
          first={day?.first_date ?? null}
          last={day?.last_date ?? null}
          onChoose={show}
        />
        <Loaded
          query={{ ...query, data: day }}
          failureLink={isToday ? undefined : <Link to="/">vandaag</Link>}
        >
          {(shown) => <DayList key={date} day={shown} tense={tense} />}
        </Loaded>
      </Stack>
      {isOnPaper ? <PrintList day={day} /> : null}
      {isWalkIn ? <WalkInDialog date={date} onClose={() => setWalkIn(false)} /> : null}
    </Page>
  );
}

interface DayListProps {
  readonly day: Day;
  readonly tense: DayTense;
}

function DayList({ day, tense }: DayListProps) {
  const { date, flights, expected, arrived, can_correct, capacity, closed } = day;
  const [text, setText] = useState('');
  const searched = useDeferredValue(text);
  const [opened, setOpened] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { timed, untimed } = useMemo(() => grouped(found(flights, searched)), [flights, searched]);
  const open = useStableCallback((place: string) => setOpened(place));
  const arrive = useStableCallback(({ place, name, status }: Player) => {
    setFailure(undefined);
    announce(`${name} is aangekomen.`);
    recordArrival(date, place, status).catch(() =>
      setFailure(`De aankomst van ${name} is niet bewaard op dit toestel. Probeer het opnieuw.`),
    );
  });
  const acts = { tense, onOpen: open, onArrived: arrive };
  const sheet = flights
    .flatMap((flight) => flight.players.map((player) => ({ flight, player })))
    .find(({ player }) => player.place === opened);

  return (
    <>
      <p className={styles.count}>{`${arrived} van ${expected} aangekomen`}</p>
      {capacity === null && !closed ? null : (
        <p>
          {dotted([
            capacity === null ? '' : takenText({ claimed: expected, capacity }),
            closed ? closedText(closed) : '',
          ])}
        </p>
      )}
      <Notices day={day} tense={tense} />
      <Alert>{failure}</Alert>
      {flights.length === 0 ? (
        <EmptyState title="Er zijn geen spelers op deze dag." />
      ) : (
        <>
          <div className={styles.search}>
            <SearchField
              label="Zoek op naam of boekingsnummer"
              value={text}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
          {timed.length + untimed.length === 0 ? (
            <p role="status">{`Niemand gevonden voor ‘${searched.trim()}’.`}</p>
          ) : null}
          <Flights title="Starttijden" flights={timed} {...acts} />
          <Flights title="Starttijd onbekend" flights={untimed} {...acts} />
        </>
      )}
      {day.waiting.length > 0 ? (
        <Region title="Op de wachtlijst">
          <ul className={styles.waiting}>
            {day.waiting.map(({ names, holes }) => (
              <li key={names.join()} className="panel">
                {`${listOf(names)}, ${holesText(holes)}`}
              </li>
            ))}
          </ul>
        </Region>
      ) : null}
      {sheet ? (
        <PlayerSheet
          key={opened}
          {...sheet}
          date={date}
          canCorrect={can_correct}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}

interface FlightsProps {
  readonly title: string;
  readonly flights: readonly Flight[];
  readonly tense: DayTense;
  readonly onOpen: (place: string) => void;
  readonly onArrived: (player: Player) => void;
}

function Flights({ title, flights, ...acts }: FlightsProps) {
  if (flights.length === 0) return null;
  return (
    <Region title={title} className={styles.region}>
      <ul className={styles.flights}>
        {flights.map((flight) => (
          <FlightCard key={flight.booking_number} flight={flight} {...acts} />
        ))}
      </ul>
    </Region>
  );
}

function Notices({ day, tense }: DayListProps) {
  const undecided = day.irregular.filter(({ counts }) => counts === null).length;
  const silent = tense === 'today' ? silentDevices(day) : [];
  return (
    <>
      {isStored(day) ? (
        <Notice>
          Geen verbinding met de server. Dit is de lijst op dit toestel, met voornaam en eerste letter. Wie je
          nu aankruist, wordt later verstuurd.
        </Notice>
      ) : null}
      {undecided > 0 ? (
        <Notice>
          <p>
            {undecided === 1
              ? '1 afwijkende scan wacht op een besluit.'
              : `${undecided} afwijkende scans wachten op een besluit.`}
          </p>
          <Link to="/irregular">bekijk de afwijkende scans</Link>
        </Notice>
      ) : null}
      {silent.length > 0 ? (
        <Notice>
          {silent.map(({ name, last_synced_at, waiting_scans }) => (
            <p key={name}>{silenceText(name, last_synced_at, waiting_scans)}</p>
          ))}
        </Notice>
      ) : null}
    </>
  );
}

/** A device can have been silent since another day. */
function silenceText(name: string, since: string | null, waiting: number | null): string {
  const silence =
    since === null
      ? `${name} heeft nog geen contact met de server gehad.`
      : `${name} heeft sinds ${momentText(since)} geen contact met de server.`;
  const missing = waiting
    ? `Er wacht${waiting === 1 ? ' 1 scan' : `en ${waiting} scans`} op dat toestel.`
    : 'Aankomsten van dat toestel kunnen ontbreken.';
  return `${silence} ${missing}`;
}
