// The rounds that a change of a day would cancel.
import { Link } from '@tanstack/react-router';
import { Stack } from '@/ui';
import type { MetRound } from '../../api/generated/MetRound.ts';
import type { MetRounds as Preview } from '../../api/generated/MetRounds.ts';
import { Copyable, Instant } from '../../ui/index.ts';
import styles from './ChangeDayScreen.module.css';

export function MetRounds({ preview: { rounds, places } }: { readonly preview: Preview }) {
  if (rounds.length === 0) return <p role="status">No round would be cancelled.</p>;
  return (
    <>
      <p role="status">
        {rounds.length === 1 ? '1 round' : `${rounds.length} rounds`} with{' '}
        {places === 1 ? '1 place' : `${places} places`} would be cancelled. Every right comes back, and each
        player gets a mail with your notice and with what can be played instead.
      </p>
      <RoundList rounds={rounds} />
    </>
  );
}

export function RoundList({ rounds }: { readonly rounds: readonly MetRound[] }) {
  return (
    <ul className={styles.rounds}>
      {rounds.map((round) => (
        <Round key={round.booking_id} round={round} />
      ))}
    </ul>
  );
}

/** Its link opens beside this screen: what was typed here stays. */
function Round({ round }: { readonly round: MetRound }) {
  const { booking_id, booking_number, booked_at, holes, players } = round;
  return (
    <Stack as="li" gap={1} className={styles.round}>
      <Link
        to="/$kind/$"
        params={{ kind: 'booking', _splat: booking_id }}
        target="_blank"
        preload={false}
        aria-label={`Round of ${players.map(({ name }) => name).join(', ')} (opens beside this screen)`}
      >
        {players.map(({ name }) => name).join(', ')}
      </Link>
      <span className="soft small">
        {booking_number ? (
          <>
            <Copyable text={booking_number} what={`the booking number ${booking_number}`} />,{' '}
          </>
        ) : null}
        {holes} holes, booked <Instant at={booked_at} />
      </span>
    </Stack>
  );
}
