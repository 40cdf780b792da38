// The first screen of a member: the next round, important news, the later rounds. It is a feature of its own, because
// it shows parts of several.
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { today } from '@/api/clock.ts';
import { failureText } from '@/api/error.ts';
import { ImportantNews } from '@/features/important-news/ImportantNews.tsx';
import { useImportantNews } from '@/features/important-news/queries.ts';
import { loadTexts, upcomingQuery } from '@/features/reservations/queries.ts';
import { ReservationCard } from '@/features/reservations/ReservationCard.tsx';
import { useRoundDialogs } from '@/features/reservations/useRoundDialogs.tsx';
import { isOffered, waitingQuery } from '@/features/waiting-list/queries.ts';
import { Status } from '@/ui/Alert.tsx';
import { ButtonLink } from '@/ui/Button.tsx';
import { cx } from '@/ui/cx.ts';
import { EmptyState } from '@/ui/EmptyState.tsx';
import { Loaded } from '@/ui/Loaded.tsx';
import { optionalPart } from '@/ui/optionalPart.tsx';
import { Page } from '@/ui/Page.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import styles from './HomeScreen.module.css';

// Most members have a round ahead: they need not load what books one again.
const LastRound = optionalPart(() => import('./LastRound.tsx').then((module) => module.LastRound), {
  skeleton: <Skeleton height="5rem" />,
});

// Most members wait for nothing.
const Offers = optionalPart(
  () => import('@/features/waiting-list/Offers.tsx').then((module) => module.Offers),
  {
    failure:
      'Er zijn plaatsen vrij voor je, maar dit deel van de pagina laadt niet. We proberen het opnieuw.',
  },
);
const WaitingRegion = optionalPart(() =>
  import('@/features/waiting-list/WaitingRegion.tsx').then((module) => module.WaitingRegion),
);

const skeleton = <Skeleton height="36rem" />;

export function HomeScreen() {
  const rounds = useQuery(upcomingQuery);
  const isEmpty = rounds.data?.length === 0;
  const news = useImportantNews(!rounds.isPending);
  const { actions, result, dialog } = useRoundDialogs();
  const { data: groups = [] } = useQuery({ ...waitingQuery, enabled: !rounds.isPending });
  const [waitingResult, setWaitingResult] = useState('');
  const offered = groups.filter(isOffered);
  const waiting = groups.filter((group) => !isOffered(group));
  const [, ...later] = rounds.data ?? [];
  const day = today();

  return (
    <Page title="Mijn reserveringen" full actions={<Actions withNewRound={!isEmpty} />}>
      <div className={cx(styles.columns, !isEmpty && styles.aboveBar)}>
        <div className={styles.next}>
          {result ? <Status>{result}</Status> : null}
          {waitingResult ? <Status>{waitingResult}</Status> : null}
          {offered.length > 0 ? <Offers groups={offered} onDone={setWaitingResult} /> : null}
          <Loaded
            query={rounds}
            skeleton={skeleton}
            failure={(error) => ['Fout bij het ophalen van reserveringen:', failureText(error, loadTexts)]}
            empty={<NoRounds />}
          >
            {([next]) =>
              next ? (
                <ReservationCard key={next.reservation_id} next reservation={next} today={day} {...actions} />
              ) : null
            }
          </Loaded>
        </div>
        {news.place === 'above' ? <ImportantNews items={news.items} /> : null}
        {later.length > 0 ? (
          <section
            aria-labelledby="daarna"
            className={cx(styles.later, news.place === 'waiting' && styles.waiting)}
          >
            <h2 id="daarna" className={styles.heading}>
              Daarna
            </h2>
            {later.map((reservation) => (
              <ReservationCard
                key={reservation.reservation_id}
                reservation={reservation}
                today={day}
                {...actions}
              />
            ))}
          </section>
        ) : null}
        {waiting.length > 0 ? (
          <div>
            <WaitingRegion groups={waiting} onDone={setWaitingResult} />
          </div>
        ) : null}
        {news.place === 'below' ? <ImportantNews items={news.items} /> : null}
      </div>
      {dialog}
    </Page>
  );
}

/** On a phone in a bar at the bottom. An empty list has the link itself. */
function Actions({ withNewRound }: { readonly withNewRound: boolean }) {
  return (
    <>
      {withNewRound ? (
        <div className={styles.bar}>
          <NewRoundLink />
        </div>
      ) : null}
      <ButtonLink to="/reservations/history" variant="quiet" className={styles.history ?? ''}>
        Speelhistorie
      </ButtonLink>
    </>
  );
}

function NewRoundLink() {
  return (
    <ButtonLink to="/reservation/players" variant="primary">
      <CalendarPlus aria-hidden size={20} />
      nieuwe reservering
    </ButtonLink>
  );
}

function NoRounds() {
  return (
    <EmptyState title="Er zijn geen reserveringen gevonden!">
      <p>Tijd voor een ronde? Kies je medespelers, een baan en een dag.</p>
      <NewRoundLink />
      <div className={styles.lastRound}>
        <LastRound />
      </div>
    </EmptyState>
  );
}
