// Shows one page of the editors. Its title is the heading; until it is loaded, the name from the menu.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { Notice, Card, Loaded, Page, ServerHtml, Skeleton } from '@/ui';
import styles from './PageScreen.module.css';
import { pageQuery } from './queries.ts';

const texts = {
  failure: 'Fout bij het ophalen van de pagina',
  network: 'Netwerkfout bij het ophalen van de pagina',
};

interface PageScreenProps {
  readonly slug: string;
  readonly name: string;
  /** Also without a log-in. */
  readonly forEverybody?: boolean;
  /** Instead of the server's error where the portal has no such page. */
  readonly missing?: ReactNode;
  /** Below the page. */
  readonly children?: ReactNode;
}

export function PageScreen({ slug, name, forEverybody = false, missing, children }: PageScreenProps) {
  const query = useQuery(pageQuery(slug, forEverybody));
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Page title={query.data?.title || name}>
      {isMissing && missing && !query.data ? (
        <Notice>{missing}</Notice>
      ) : (
        <Loaded
          query={query}
          skeleton={<Skeleton height="24rem" />}
          failure={(error) => [failureText(error, texts)]}
        >
          {({ contents }) => (
            <Card>
              <ServerHtml html={contents} className={styles.contents ?? ''} />
            </Card>
          )}
        </Loaded>
      )}
      {children}
    </Page>
  );
}
