// The news for subscription holders.
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { News } from '@/api/generated/News.ts';
import { ButtonLink, Card, EmptyState, shortDate, Stack, Loaded, Page, ServerHtml, Skeleton } from '@/ui';
import { newsQuery } from './queries.ts';

export function NewsScreen() {
  return (
    <Page title="Nieuwsberichten">
      <Loaded
        query={useQuery(newsQuery)}
        skeleton={<Skeleton height="12rem" count={3} />}
        failure={() => ['Er is iets misgegaan bij het ophalen van het nieuws.']}
        empty={
          <EmptyState title="Er is op dit moment geen nieuws.">
            <ButtonLink to="/reservations">naar mijn reserveringen</ButtonLink>
          </EmptyState>
        }
      >
        {(items) => (
          <Stack gap={4}>
            {items.map((item) => (
              <Item key={`${item.post_date} ${item.title}`} item={item} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Item({ item }: { readonly item: News }) {
  const id = useId();
  return (
    <Card as="article" aria-labelledby={id} gap={3}>
      <header>
        <time dateTime={item.post_date} className="soft numbers">
          {shortDate(item.post_date)}
        </time>
        <h2 id={id} className="heading">
          {item.title}
        </h2>
      </header>
      <ServerHtml html={item.contents} />
    </Card>
  );
}
