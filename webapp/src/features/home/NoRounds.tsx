// A member without upcoming rounds: book one, or the last one again.
import { CalendarPlus } from 'lucide-react';
import { BookAgain } from '@/features/history/BookAgain.tsx';
import { isActive, type Reservation } from '@/features/reservations/schemas.ts';
import { ButtonLink } from '@/ui/Button.tsx';
import { EmptyState } from '@/ui/EmptyState.tsx';
import { listOf } from '@/ui/format.ts';
import styles from './NoRounds.module.css';

export function NoRounds({ lastRound }: { readonly lastRound: Reservation | undefined }) {
  return (
    <EmptyState title="Er zijn geen reserveringen gevonden!">
      <p>Tijd voor een ronde? Kies je medespelers, een baan en een dag.</p>
      <ButtonLink to="/reservation/players" variant="primary">
        <CalendarPlus aria-hidden size={20} />
        nieuwe reservering
      </ButtonLink>
      {lastRound ? (
        <div className={styles.again}>
          <BookAgain
            reservation={lastRound}
            alone={{ text: 'laatste ronde opnieuw', describedBy: 'laatste-ronde' }}
          />
          <p id="laatste-ronde" className={styles.round}>
            <span className={styles.club}>{lastRound.golfclub.name}</span>, {lastRound.holes} holes
            {companyText(lastRound)}
          </p>
        </div>
      ) : null}
    </EmptyState>
  );
}

/** `, met Jan en Sanne` */
function companyText({ players }: Reservation): string {
  const others = players.filter((player) => isActive(player) && !player.is_me);
  return others.length > 0 ? `, met ${listOf(others.map((player) => player.first_name))}` : '';
}
