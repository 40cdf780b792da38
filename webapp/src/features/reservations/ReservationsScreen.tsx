// The member's upcoming rounds, soonest first.
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { failureText } from '@/api/error.ts';
import { ImportantNews } from '@/features/important-news/ImportantNews.tsx';
import { useImportantNews } from '@/features/important-news/queries.ts';
import { Status } from '@/ui/Alert.tsx';
import { ButtonLink } from '@/ui/Button.tsx';
import { EmptyState } from '@/ui/EmptyState.tsx';
import { Loaded } from '@/ui/Loaded.tsx';
import { Page } from '@/ui/Page.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { loadTexts, upcomingQuery } from './queries.ts';
import type { Reservation, ReservationPlayer } from './schemas.ts';
import { ReservationCard } from './ReservationCard.tsx';
import styles from './ReservationsScreen.module.css';

const skeleton = <Skeleton height="17rem" count={2} />;

export function ReservationsScreen() {
  const rounds = useQuery(upcomingQuery);
  const news = useImportantNews(!rounds.isPending);
  return (
    <Page title="Mijn reserveringen" full>
      <div className={styles.actions}>
        <ButtonLink to="/reservation/players" variant="primary">
          <CalendarPlus aria-hidden size={20} />
          nieuwe reservering
        </ButtonLink>
        <ButtonLink to="/reservations/history" variant="secondary">
          <History aria-hidden size={20} />
          Speelhistorie
        </ButtonLink>
      </div>
      {rounds.isPending || news.place === 'waiting' ? (
        skeleton
      ) : (
        <>
          {news.place === 'above' ? <ImportantNews items={news.items} /> : null}
          <Loaded
            query={rounds}
            skeleton={skeleton}
            failure={(error) => ['Fout bij het ophalen van reserveringen:', failureText(error, loadTexts)]}
          >
            {(reservations) => <Upcoming reservations={reservations} />}
          </Loaded>
          {news.place === 'below' ? <ImportantNews items={news.items} /> : null}
        </>
      )}
    </Page>
  );
}

interface DialogTarget {
  readonly reservation: Reservation;
  /** Present when this co-player's place is removed, not the member's own. */
  readonly player?: ReservationPlayer;
}

// Cancelling is rare: its dialogs are loaded on demand.
const CancelDialog = lazy(() => import('./CancelDialog.tsx').then((m) => ({ default: m.CancelDialog })));
const RemoveDialog = lazy(() => import('./RemoveDialog.tsx').then((m) => ({ default: m.RemoveDialog })));

interface UpcomingProps {
  readonly reservations: readonly Reservation[];
}

function Upcoming({ reservations }: UpcomingProps) {
  // Here and not in a card: the cancellation may remove the card.
  const [target, setTarget] = useState<DialogTarget | null>(null);
  const [result, setResult] = useState('');
  const close = () => setTarget(null);
  const done = (message: string) => {
    setTarget(null);
    setResult(message);
  };
  return (
    <>
      {result ? <Status>{result}</Status> : null}
      {reservations.length === 0 ? (
        <EmptyState title="Er zijn geen reserveringen gevonden!">
          <p>Tijd voor een ronde? Kies je medespelers, een baan en een dag.</p>
        </EmptyState>
      ) : null}
      <div className={styles.list}>
        {reservations.map((reservation) => (
          <ReservationCard
            key={reservation.reservation_id}
            reservation={reservation}
            actions={{
              onCancel: () => setTarget({ reservation }),
              onRemove: (player) => setTarget({ reservation, player }),
            }}
          />
        ))}
      </div>
      <Suspense>
        {target?.player ? (
          <RemoveDialog
            reservation={target.reservation}
            player={target.player}
            onClose={close}
            onDone={done}
          />
        ) : target ? (
          <CancelDialog reservation={target.reservation} onClose={close} onDone={done} />
        ) : null}
      </Suspense>
    </>
  );
}
