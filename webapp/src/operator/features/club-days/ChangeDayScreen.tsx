// Closes one day of a club or lowers its capacity. The screen shows the rounds that it meets before anything happens.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { Notice, Button, ButtonLink, Row, Loaded, Page, TextField } from '@/ui';
import type { ChangedDay } from '../../api/generated/ChangedDay.ts';
import type { ClubDays } from '../../api/generated/ClubDays.ts';
import type { DayView } from '../../api/generated/DayView.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { formatDay } from '../../ui/index.ts';
import styles from './ChangeDayScreen.module.css';
import { ConfirmChange } from './ConfirmChange.tsx';
import { Outcome } from './Outcome.tsx';
import { dayQuery, previewQuery, type ChangeKind, type DayChange } from './queries.ts';
import { placesText } from './range.ts';

const TITLES: Readonly<Record<ChangeKind, string>> = { close: 'Close', limit: 'Lower the capacity of' };
const MOST_PLACES = 1000;

export function ChangeDayScreen() {
  const { club, date, change: asked } = useParams({ from: '/_inside/clubs/$club/$date/$change' });
  const change = asked === 'limit' ? 'limit' : 'close';
  const query = useQuery(dayQuery(club, date));
  const mayChange = hasRole(useSession(), 'support');
  const name = query.data?.club.name ?? club;
  return (
    <Page
      title={`${TITLES[change]} ${formatDay(date)} at ${name}`}
      actions={
        <ButtonLink to="/clubs/$club" params={{ club }} variant="secondary" preload={false}>
          Days of {name}
        </ButtonLink>
      }
    >
      {mayChange ? (
        <Loaded query={query} failureLink={<Link to="/clubs">To the clubs</Link>}>
          {({ club: of, day }) =>
            day ? (
              <ChangeDay key={`${club} ${date} ${change}`} club={of} day={day} change={change} />
            ) : (
              <p>The club has no such day.</p>
            )
          }
        </Loaded>
      ) : (
        <Notice>Changing a day of a club needs the role support.</Notice>
      )}
    </Page>
  );
}

interface ChangeDayProps {
  readonly club: ClubDays['club'];
  readonly day: DayView;
  readonly change: ChangeKind;
}

function ChangeDay({ club, day, change }: ChangeDayProps) {
  const [done, setDone] = useState<ChangedDay>();
  const { capacity: asked } = useSearch({ from: '/_inside/clubs/$club/$date/$change' });
  const capacity = asked !== undefined && isCapacity(asked) ? Number(asked) : undefined;
  const question: DayChange | undefined =
    change === 'close'
      ? { club: club.id, date: day.date, change, capacity: null }
      : capacity === undefined
        ? undefined
        : { club: club.id, date: day.date, change, capacity };

  // Not asked here but by the preview below, which is younger than the day: after a conflict it alone has the new numbers.
  const { data: seen } = useQuery({ ...previewQuery(question ?? null), enabled: false });
  const now = seen ? { ...day, claimed: seen.claimed, capacity: seen.capacity } : day;

  if (done) return <Outcome club={club} day={day} change={change} capacity={capacity} done={done} />;
  return (
    <>
      <p className="strong">{stateOf(now, club)}</p>
      {change === 'limit' ? <CapacityForm club={club} day={day} asked={asked} /> : null}
      {question ? (
        // Another question has another form: what was confirmed belongs to the former one.
        <ConfirmChange key={question.capacity} question={question} onChanged={setDone} />
      ) : null}
    </>
  );
}

function stateOf(
  { claimed, capacity, closed, limited }: DayView,
  { daily_capacity }: ClubDays['club'],
): string {
  const taken =
    capacity === null
      ? `${placesText(claimed)} ${claimed === 1 ? 'is' : 'are'} taken.`
      : `${claimed} of ${capacity} places are taken.`;
  const usual = limited && daily_capacity !== null ? ` The club has ${daily_capacity} on other days.` : '';
  return closed ? `${taken} The day is closed already: “${closed.reason}”.` : taken + usual;
}

const isCapacity = (text: string) => /^\d{1,4}$/.test(text) && Number(text) <= MOST_PLACES;

interface CapacityFormProps {
  readonly club: ClubDays['club'];
  readonly day: DayView;
  readonly asked: string | undefined;
}

/** How many places the day shall have. It is in the address, so that the preview can be sent to a colleague. */
function CapacityForm({ club, day, asked }: CapacityFormProps) {
  const navigate = useNavigate();
  const [isWrong, setIsWrong] = useState(asked !== undefined && !isCapacity(asked));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name="capacity"]');
    const capacity = field?.value.trim() ?? '';
    setIsWrong(!isCapacity(capacity));
    if (!isCapacity(capacity)) {
      field?.focus();
      return;
    }
    void navigate({
      to: '/clubs/$club/$date/$change',
      params: { club: club.id, date: day.date, change: 'limit' },
      search: { capacity },
      replace: true,
      resetScroll: false,
    });
  };

  return (
    <Row
      as="form"
      gap={3}
      align="end"
      className={styles.capacity}
      onSubmit={submit}
      noValidate
      aria-label="Capacity"
    >
      <TextField
        label="Places on this day"
        name="capacity"
        type="number"
        min={0}
        max={MOST_PLACES}
        defaultValue={asked}
        error={isWrong ? `Enter 0 to ${MOST_PLACES}.` : undefined}
        required
      />
      <Button type="submit" variant="secondary">
        Show whom it meets
      </Button>
    </Row>
  );
}
