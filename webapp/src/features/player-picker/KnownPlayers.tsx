// The people and the flights that the member plays with, one tap each. A chosen one keeps its place, so that nothing
// moves between two taps.
import { Check, Plus, Star, Users } from 'lucide-react';
import { useId } from 'react';
import type { HistoricPlayer } from '@/api/generated/HistoricPlayer.ts';
import type { SuggestedFlight } from '@/api/generated/SuggestedFlight.ts';
import type { SuggestedPlayer } from '@/api/generated/SuggestedPlayer.ts';
import { listOf, Row, Stack } from '@/ui';
import styles from './KnownPlayers.module.css';
import { nameOf, shortName } from './suggestions.ts';

interface Props {
  readonly people: readonly SuggestedPlayer[];
  /** All former co-players: a flight may have one who is not among `people`. */
  readonly everyone: readonly HistoricPlayer[];
  readonly flights: readonly SuggestedFlight[];
  /** The chosen addresses, in lower case. */
  readonly chosen: readonly string[];
  /** The members who are in the round whatever is chosen. */
  readonly present: readonly string[];
  readonly lookedUp: readonly string[];
  readonly places: number;
  readonly blocked: boolean;
  readonly onAdd: (people: readonly HistoricPlayer[]) => void;
  readonly onRemove: (email: string) => void;
}

export function KnownPlayers(props: Props) {
  const { people, everyone, flights, chosen, present, lookedUp, places, blocked, onAdd, onRemove } = props;
  const id = useId();
  const free = blocked ? 0 : places - chosen.length;
  const capacity = places - chosen.filter((email) => present.includes(email)).length;
  const isChosen = ({ email }: HistoricPlayer) => chosen.includes(email.toLowerCase());
  const isLookedUp = ({ email }: HistoricPlayer) => lookedUp.includes(email.toLowerCase());

  return (
    <Stack role="group" aria-labelledby={id} gap={2}>
      <p id={id} className="strong">
        Je speelde met
      </p>
      {flightsOf(flights, everyone, present, capacity).map((flight) => {
        const missing = flight.filter((person) => !isChosen(person));
        const fits = missing.length <= free;
        const waits = missing.some(isLookedUp);
        return (
          <button
            key={flight.map(({ email }) => email).join(' ')}
            type="button"
            className={styles.flight}
            title={listOf(flight.map(nameOf))}
            data-chosen={missing.length === 0 || undefined}
            // Not `disabled`: that would take the focus away from a button that was just pressed.
            aria-disabled={missing.length === 0 || !fits || undefined}
            onClick={() => {
              if (missing.length > 0 && fits && !waits) onAdd(missing);
            }}
          >
            {missing.length === 0 ? <Check aria-hidden size={20} /> : <Users aria-hidden size={20} />}
            <Stack as="span">
              <span className={styles.kind}>vaste flight</span>{' '}
              <span className="strong">{listOf(flight.map((person) => shortName(person, flight)))}</span>
            </Stack>
          </button>
        );
      })}
      <Row gap={2}>
        {people.map((person) => (
          <button
            key={person.email}
            type="button"
            className={styles.chip}
            aria-pressed={isChosen(person)}
            aria-label={person.favourite ? `${nameOf(person)}, favoriet` : nameOf(person)}
            title={person.email}
            data-waits={isLookedUp(person) || undefined}
            disabled={!isChosen(person) && free <= 0}
            onClick={() => {
              if (isChosen(person)) onRemove(person.email.toLowerCase());
              else if (!isLookedUp(person)) onAdd([person]);
            }}
          >
            <ChipIcon chosen={isChosen(person)} favourite={person.favourite} />
            <span>{shortName(person, people)}</span>
          </button>
        ))}
      </Row>
    </Stack>
  );
}

/** One icon, so that a chip keeps its width: a chosen favourite has its star in the seat. */
function ChipIcon({ chosen, favourite }: { readonly chosen: boolean; readonly favourite: boolean }) {
  if (chosen) return <Check aria-hidden size={16} />;
  return favourite ? <Star aria-hidden size={16} className={styles.star} /> : <Plus aria-hidden size={16} />;
}

/** The flights that fit and of which at least two can be added: for one person there is the chip, as for who stays away
 * from a larger flight. */
function flightsOf(
  flights: readonly SuggestedFlight[],
  everyone: readonly HistoricPlayer[],
  present: readonly string[],
  capacity: number,
): readonly (readonly HistoricPlayer[])[] {
  const byEmail = new Map(everyone.map((person) => [person.email.toLowerCase(), person]));
  const fitting = flights
    .map(({ players }) =>
      players
        .map((email) => email.toLowerCase())
        .filter((email) => !present.includes(email))
        .map((email) => byEmail.get(email) ?? { email, name_first: email, name_prefix: '', name_last: '' }),
    )
    .filter((flight) => flight.length > 1 && flight.length <= capacity);
  return fitting.filter((flight) => !fitting.some((larger) => isPartOf(flight, larger)));
}

function isPartOf(flight: readonly HistoricPlayer[], larger: readonly HistoricPlayer[]): boolean {
  return (
    flight.length < larger.length &&
    flight.every(({ email }) => larger.some((other) => other.email === email))
  );
}
