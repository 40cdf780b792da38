// Who of a booking number is there: in the place of the answer.
import { useEffect, useRef } from 'react';
import { today } from '@/api/clock.ts';
import { Alert, Notice } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { dotted, longDate } from '@/ui/format.ts';
import { Stack } from '@/ui/layout.tsx';
import { timeOf } from './answers.ts';
import { hasArrived, playersOf, useQueue } from './queue.ts';
import styles from './ScanScreen.module.css';

interface PlayersProps {
  readonly number: string;
  readonly onChoose: (place: string) => void;
}

export function Players({ number, onChoose }: PlayersProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { listFrom } = useQueue();
  // The keyboard of a telephone goes away with the focus of the field.
  useEffect(() => heading.current?.focus(), []);
  const players = playersOf(number);
  const [first] = players;
  if (!first) {
    const text = listFrom
      ? `Boekingsnummer ${number.trim().toUpperCase()} staat niet op de lijst van ${timeOf(listFrom)} uur. Controleer het nummer, of zoek de speler bij Vandaag, zo nodig op een andere dag.`
      : 'Dit toestel heeft nog geen lijst. Maak verbinding met internet.';
    return (
      <div className={styles.players}>
        <Alert>{text}</Alert>
      </div>
    );
  }
  const { flight, date } = first;
  return (
    <section className={styles.players} aria-label="Spelers met dit boekingsnummer">
      <Stack gap={2}>
        <h2 ref={heading} tabIndex={-1} className="subheading">
          Wie is er?
        </h2>
        <p>
          {dotted([
            flight.booking_number,
            flight.start_time ? `${flight.start_time} uur` : '',
            `${flight.holes} holes`,
          ])}
        </p>
        {date === today() ? null : <Notice>{`Let op: deze ronde is op ${longDate(date)}.`}</Notice>}
        {players.map(({ player }) => (
          <Button key={player.place} wide variant="secondary" onClick={() => onChoose(player.place)}>
            {hasArrived(player.place) ? `${player.short_name} (al aangekomen)` : player.short_name}
          </Button>
        ))}
      </Stack>
    </section>
  );
}
