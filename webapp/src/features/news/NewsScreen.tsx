// What the portal has to tell its subscription holders.
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ButtonLink } from '@/ui/Button.tsx';
import { Card } from '@/ui/Card.tsx';
import { EmptyState } from '@/ui/EmptyState.tsx';
import { shortDate } from '@/ui/format.ts';
import { LoadFailure } from '@/ui/LoadFailure.tsx';
import { Page } from '@/ui/Page.tsx';
import { ServerHtml } from '@/ui/ServerHtml.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import styles from './NewsScreen.module.css';
import { newsQuery, type NewsItem } from './queries.ts';

export function NewsScreen() {
  return (
    <Page title="Nieuwsberichten">
      <News />
    </Page>
  );
}

function News() {
  const { data, isPending, isFetching, refetch } = useQuery(newsQuery);
  if (isPending) return <Skeleton height="12rem" count={3} />;
  if (!data) {
    return (
      <LoadFailure retrying={isFetching} onRetry={() => void refetch()}>
        <p>Er is iets misgegaan bij het ophalen van het nieuws.</p>
      </LoadFailure>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title="Er is op dit moment geen nieuws.">
        <ButtonLink to="/reservations">naar mijn reserveringen</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <div className={styles.items}>
      {data.map((item) => (
        <Item key={`${item.post_date} ${item.title}`} item={item} />
      ))}
    </div>
  );
}

function Item({ item }: { readonly item: NewsItem }) {
  const id = useId();
  return (
    <Card as="article" aria-labelledby={id} className={styles.item}>
      <header>
        <time dateTime={item.post_date} className={styles.date}>
          {shortDate(item.post_date)}
        </time>
        <h2 id={id} className={styles.title}>
          {item.title}
        </h2>
      </header>
      <ServerHtml html={item.contents} />
    </Card>
  );
}
