// The club's day: who plays, and who has arrived.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronRight, Printer, UserPlus } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { today as serverToday } from '@/api/clock.ts';
import {
  addDays,
  Alert,
  announce,
  Button,
  cx,
  dotted,
  EmptyState,
  listOf,
  Loaded,
  longDate,
  Notice,
  optionalPart,
  Page,
  Region,
  SearchField,
  Status,
  useOnline,
  useStableCallback,
} from '@/ui';
import { useMedia } from '@/ui/useMedia.ts';
import { useClubSession } from '@/club/api/session.ts';
import { momentText } from '@/club/ui/moments.ts';
import styles from './Arrivals.module.css';
import {
  CORRECTION_DAYS,
  found,
  grouped,
  silentDevices,
  withOwn,
  type Day,
  type Flight,
  type Player,
} from './day.ts';
import { DayChoice } from './DayChoice.tsx';
import { FlightCard, idOf, type DayTense } from './FlightCard.tsx';
import { latenessOf, useTime } from './late.ts';
import { useLiveDays } from './live.ts';
import { recordArrival, useOwnArrivals } from './own.ts';
import { usePrinting } from './printing.ts';
import { useDay } from './queries.ts';
import { capital, closedText, holesText, takenText } from './words.ts';

const PlayerSheet = optionalPart(() => import('./PlayerSheet.tsx').then((module) => module.PlayerSheet));
const WalkInDialog = optionalPart(() => import('./WalkInDialog.tsx').then((module) => module.WalkInDialog));
const PrintList = optionalPart(() => import('./PrintList.tsx').then((module) => module.PrintList));
const Absences = optionalPart(() => import('./Absences.tsx').then((module) => module.Absences));
const PARTS = [PlayerSheet, WalkInDialog, PrintList, Absences];

interface Added {
  readonly name: string;
  readonly place: string | null;
}

export function ArrivalsScreen() {
  const today = serverToday();
  const asked = (useSearch({ strict: false }) as { readonly date?: string }).date;
  const date = asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today;
  const navigate = useNavigate();
  useLiveDays();
  const { name, club_name } = useClubSession();
  const online = useOnline();
  const [isWalkIn, setWalkIn] = useState(false);
  const [added, setAdded] = useState<Added>();
  const [failure, setFailure] = useState<string>();
  const query = useDay(date);
  const own = useOwnArrivals();
  const served = query.data;
  const day = useMemo(() => served && withOwn(served, own, name), [served, own, name]);
  const isOnPaper = usePrinting() && day !== undefined;
  const isToday = date === today;
  const tense: DayTense = isToday ? 'today' : date < today ? 'past' : 'future';
  // The date below it has the weekday. On one line nothing moves away under a thumb that goes from day to day.
  const isNarrow = useMedia('(max-width: 49.99rem)');
  const heading = isNarrow ? longDate(date).replace(/^\S+\s/, '') : capital(longDate(date));
  const show = (chosen: string) =>
    void navigate({
      to: '/',
      search: chosen === today ? {} : { date: chosen },
      replace: true,
      resetScroll: false,
    });
  // After the first screen: a press does not wait, and the paper cannot.
  useEffect(() => {
    for (const part of PARTS) void part.preload();
  }, []);
  const addPlayer = () => {
    setAdded(undefined);
    setFailure(online ? undefined : 'Een speler zonder boeking toevoegen kan alleen met verbinding.');
    setWalkIn(online);
  };

  return (
    <Page
      title={isOnPaper ? `${club_name}, ${longDate(date)}` : isToday ? 'Vandaag' : heading}
      actions={
        <>
          {isToday ? (
            <Button variant="secondary" className={styles.act} onClick={addPlayer}>
              <UserPlus aria-hidden size={20} />
              <span className={styles.actLabel}>speler zonder boeking</span>
            </Button>
          ) : null}
          <Button variant="secondary" className={styles.act} disabled={!day} onClick={() => window.print()}>
            <Printer aria-hidden size={20} />
            <span className={styles.actLabel}>afdrukken</span>
          </Button>
        </>
      }
      full
    >
      <div className={cx(styles.screen, isOnPaper && styles.notOnPaper)}>
        <DayChoice
          date={date}
          first={day?.first_date ?? null}
          last={day?.last_date ?? null}
          onChoose={show}
        />
        <Alert>{failure}</Alert>
        <Loaded
          query={{ ...query, data: day }}
          failureLink={isToday ? undefined : <Link to="/">vandaag</Link>}
        >
          {(shown) => <DayList key={date} day={shown} tense={tense} added={added} />}
        </Loaded>
      </div>
      {isOnPaper ? <PrintList day={day} /> : null}
      {isWalkIn ? (
        <WalkInDialog
          date={date}
          onBooked={(name, place) => setAdded({ name, place })}
          onClose={() => setWalkIn(false)}
        />
      ) : null}
    </Page>
  );
}

interface DayListProps {
  readonly day: Day;
  readonly tense: DayTense;
}

function DayList({ day, tense, added }: DayListProps & { readonly added: Added | undefined }) {
  const { date, flights, expected, arrived, can_correct, capacity, closed } = day;
  const { role } = useClubSession();
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
  const claimed = flights.flatMap(({ players }) => players).filter(({ has_left }) => !has_left).length;
  const time = useTime();
  const acts = { tense, onOpen: open, onArrived: arrive, time: tense === 'today' ? time : undefined };
  const addedRow = flights.some(({ players }) => players.some(({ place }) => place === added?.place))
    ? idOf(added?.place ?? '')
    : undefined;
  useEffect(() => {
    const row = addedRow === undefined ? null : document.getElementById(addedRow);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('button')?.focus({ preventScroll: true });
  }, [addedRow]);
  const sheet = flights
    .flatMap((flight) => flight.players.map((player) => ({ flight, player })))
    .find(({ player }) => player.place === opened);

  return (
    <>
      <div className={styles.count}>
        <p>{`${arrived} van ${expected} aangekomen`}</p>
        <Undecided day={day} tense={tense} />
      </div>
      {capacity === null && !closed ? null : (
        <p>
          {dotted([
            capacity === null ? '' : takenText({ claimed, capacity }),
            closed ? closedText(closed) : '',
          ])}
        </p>
      )}
      <SilentDevices day={day} tense={tense} />
      <Alert>{failure}</Alert>
      <Status>{added ? `${added.name} is geboekt en aangekomen.` : undefined}</Status>
      {flights.length === 0 ? (
        <EmptyState title="Er zijn geen spelers op deze dag." />
      ) : (
        <>
          <div className={styles.search}>
            <SearchField
              label="Zoek op naam of boekingsnummer"
              placeholder="Naam of boekingsnummer"
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
          <Flights title="Starttijd onbekend" flights={untimed} isShown={timed.length > 0} {...acts} />
        </>
      )}
      {tense === 'past' && role === 'manager' && day.read_at !== null ? <Absences day={day} /> : null}
      {day.waiting.length > 0 ? (
        <Region title="Op de wachtlijst" className={styles.region}>
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
  /** Of today. */
  readonly time: string | undefined;
  /** Whether the heading is seen. */
  readonly isShown?: boolean;
}

function Flights({ title, flights, time, isShown, ...acts }: FlightsProps) {
  const id = useId();
  if (flights.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={isShown ? cx('heading', styles.heading) : 'visually-hidden'}>
        {title}
      </h2>
      <ul className={styles.flights}>
        {flights.map((flight) => (
          <FlightCard
            key={flight.booking_number}
            flight={flight}
            late={time === undefined ? undefined : latenessOf(flight, time)}
            {...acts}
          />
        ))}
      </ul>
    </section>
  );
}

/** What the club still has to decide on: from the day itself until a week later. */
function Undecided({ day, tense }: DayListProps) {
  const count = day.irregular.filter(({ counts }) => counts === null).length;
  if (count === 0) return null;
  if (tense === 'future') return <p>{`${count} te beslissen vanaf ${longDate(day.date)}`}</p>;
  if (addDays(day.date, CORRECTION_DAYS) < serverToday()) return <p>{`${count} zonder besluit`}</p>;
  return (
    <Link to="/irregular" className={styles.undecided}>
      <span>{`${count} te beslissen`}</span>
      <ChevronRight aria-hidden size={18} />
    </Link>
  );
}

function SilentDevices({ day, tense }: DayListProps) {
  const silent = tense === 'today' ? silentDevices(day) : [];
  if (silent.length === 0) return null;
  return (
    <Notice>
      {silent.map(({ name, last_synced_at, waiting_scans }) => (
        <p key={name}>{silenceText(name, last_synced_at, waiting_scans)}</p>
      ))}
    </Notice>
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
