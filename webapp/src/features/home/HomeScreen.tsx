// The first screen of a member: the next round, important news, the later rounds. It is a feature of its own, because
// it shows parts of several.
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { today } from '@/api/clock.ts';
import { failureText } from '@/api/error.ts';
import { useImportantNews } from '@/features/important-news/queries.ts';
import { loadTexts, upcomingQuery } from '@/features/reservations/queries.ts';
import { ReservationCard } from '@/features/reservations/ReservationCard.tsx';
import { useRoundDialogs } from '@/features/reservations/useRoundDialogs.tsx';
import { Waiting, waitingQuery } from '@/features/waiting-list/queries.ts';
import { Status, ButtonLink, cx, EmptyState, Stack, Loaded, optionalPart, Page, Skeleton } from '@/ui';
import { isStoredCopy } from '@/ui/Freshness.tsx';
import styles from './HomeScreen.module.css';

// Loaded while the rounds are: the news is asked for after them.
const ImportantNews = optionalPart(() =>
  import('@/features/important-news/ImportantNews.tsx').then((module) => module.ImportantNews),
);
ImportantNews.preload();

// Most members have a round ahead: they need not load the offer to book one again.
const LastRound = optionalPart(() => import('./LastRound.tsx').then((module) => module.LastRound), {
  skeleton: <Skeleton height="5rem" />,
});

// For a member who comes back without having installed the app.
const InstallOffer = optionalPart(() =>
  import('@/features/install/InstallOffer.tsx').then((module) => module.InstallOffer),
);

const skeleton = <Skeleton height="36rem" />;

export function HomeScreen() {
  const rounds = useQuery(upcomingQuery);
  const isEmpty = rounds.data?.length === 0;
  const { open, result, report, dialog } = useRoundDialogs();
  const waiting = useQuery(waitingQuery);
  const waits = waiting.data?.data.length;
  // An offer of places stands above the rounds: they come with it, but for a stored copy and where it fails.
  const waitsForOffers =
    waiting.isPending && waiting.failureCount === 0 && !isStoredCopy(rounds.dataUpdatedAt);
  const news = useImportantNews(!rounds.isPending && !waitsForOffers);
  const [, ...later] = (waitsForOffers ? undefined : rounds.data) ?? [];
  const day = today();

  return (
    <Page title="Mijn reserveringen" full actions={<Actions withNewRound={!isEmpty} />}>
      <div className={styles.columns}>
        <div className={styles.next}>
          {result ? <Status>{result}</Status> : null}
          {waits ? <Waiting offers onDone={report} /> : null}
          {waitsForOffers ? (
            skeleton
          ) : (
            <Loaded
              query={rounds}
              skeleton={skeleton}
              failure={(error) => ['Fout bij het ophalen van reserveringen:', failureText(error, loadTexts)]}
              empty={<NoRounds />}
            >
              {([next]) =>
                next ? (
                  <ReservationCard
                    key={next.reservation_id}
                    next
                    reservation={next}
                    today={day}
                    onOpen={open}
                  />
                ) : null
              }
            </Loaded>
          )}
        </div>
        {news.place === 'above' ? <ImportantNews items={news.items} /> : null}
        {later.length > 0 ? (
          <section
            aria-labelledby="daarna"
            className={cx(styles.later, news.place === 'waiting' && styles.waiting)}
          >
            <h2 id="daarna" className="heading">
              Daarna
            </h2>
            {later.map((reservation) => (
              <ReservationCard
                key={reservation.reservation_id}
                reservation={reservation}
                today={day}
                onOpen={open}
              />
            ))}
          </section>
        ) : null}
        {waits ? <Waiting onDone={report} /> : null}
        {news.place === 'below' ? <ImportantNews items={news.items} /> : null}
        {rounds.isSuccess ? <InstallOffer /> : null}
      </div>
      {dialog}
    </Page>
  );
}

/** A line of its own on a phone. An empty list has the first link itself; the line stays as high. */
function Actions({ withNewRound }: { readonly withNewRound: boolean }) {
  return (
    <div className={styles.actions}>
      {withNewRound ? <NewRoundLink variant="secondary" /> : null}
      <ButtonLink to="/reservations/history" variant="quiet" className={styles.history ?? ''}>
        Speelhistorie
      </ButtonLink>
    </div>
  );
}

function NewRoundLink({ variant }: { readonly variant: 'primary' | 'secondary' }) {
  return (
    <ButtonLink to="/reservation/players" variant={variant}>
      <CalendarPlus aria-hidden size={20} />
      nieuwe reservering
    </ButtonLink>
  );
}

function NoRounds() {
  return (
    <EmptyState title="Er zijn geen reserveringen gevonden!">
      <p>Tijd voor een ronde? Kies je medespelers, een baan en een dag.</p>
      <NewRoundLink variant="primary" />
      <Stack gap={2} className={styles.lastRound}>
        <LastRound />
      </Stack>
    </EmptyState>
  );
}
