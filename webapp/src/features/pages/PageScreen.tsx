// Shows one page of the editors. Its title is the heading; until it is loaded, the name from the menu.
import { useQuery } from '@tanstack/react-query';
import { failureText } from '@/api/error.ts';
import { Card } from '@/ui/Card.tsx';
import { Loaded } from '@/ui/Loaded.tsx';
import { Page } from '@/ui/Page.tsx';
import { ServerHtml } from '@/ui/ServerHtml.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import styles from './PageScreen.module.css';
import { pageQuery } from './queries.ts';

const texts = {
  failure: 'Fout bij het ophalen van de pagina',
  network: 'Netwerkfout bij het ophalen van de pagina',
};

interface PageScreenProps {
  readonly slug: string;
  readonly name: string;
}

export function PageScreen({ slug, name }: PageScreenProps) {
  const query = useQuery(pageQuery(slug));
  return (
    <Page title={query.data?.title || name}>
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
    </Page>
  );
}
