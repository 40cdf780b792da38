// Shows one page of the editor's. Its title is the heading; until it is known, the name from the menu stands in.
import { useQuery } from '@tanstack/react-query';
import { failureText } from '@/api/error.ts';
import { Card } from '@/ui/Card.tsx';
import { LoadFailure } from '@/ui/LoadFailure.tsx';
import { Page } from '@/ui/Page.tsx';
import { ServerHtml } from '@/ui/ServerHtml.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import styles from './PageScreen.module.css';
import { pageQuery, pageTexts } from './queries.ts';

interface PageScreenProps {
  readonly slug: string;
  readonly name: string;
}

export function PageScreen({ slug, name }: PageScreenProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(pageQuery(slug));
  return (
    <Page title={data?.title || name}>
      {isPending ? <Skeleton height="24rem" /> : null}
      {error && !data ? (
        <LoadFailure retrying={isFetching} onRetry={() => void refetch()}>
          <p>{failureText(error, pageTexts)}</p>
        </LoadFailure>
      ) : null}
      {data ? (
        <Card>
          <ServerHtml html={data.contents} className={styles.contents ?? ''} />
        </Card>
      ) : null}
    </Page>
  );
}
