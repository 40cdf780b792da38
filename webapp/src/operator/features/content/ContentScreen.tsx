// The items of a kind: what members see, and what waits.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ArrowDownUp, History, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink, Row, Stack, Loaded, Page } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { Unknown } from '../../ui/index.ts';
import { ContentTable } from './ContentTable.tsx';
import { KIND_NAMES, kindOf, unknownKinds } from './kinds.ts';
import { KindTabs } from './KindTabs.tsx';
import { OrderDialog } from './OrderDialog.tsx';
import { itemsQuery } from './queries.ts';
import { Saved } from './Saved.tsx';
import { inOrder, isStatus, unknownStatuses } from './status.ts';
import { StatusFilter } from './StatusFilter.tsx';

export function ContentScreen() {
  const search = useSearch({ from: '/_inside/content/' });
  const kind = kindOf(search.kind);
  const chosen = isStatus(search.status) ? search.status : undefined;
  const query = useQuery(itemsQuery(kind));
  const { many, one } = KIND_NAMES[kind];
  const [isOrdering, setOrdering] = useState(false);
  const shown = query.data?.filter(({ published }) => published !== null) ?? [];
  const hasOrder = (kind === 'faq' || kind === 'offer') && shown.length > 1;
  const saved = query.data?.find(({ key }) => key === search.saved);
  const mayWrite = hasRole(useSession(), 'content', 'admin');
  const mayAdd = mayWrite && (kind !== 'settings' || query.data?.length === 0);
  return (
    <Page title="Content" intro="What members read, and what is not published yet." full>
      <KindTabs kind={kind} />
      <Unknown sentences={[...unknownKinds(search.kind), ...unknownStatuses(search.status)]} />
      {saved && search.how ? <Saved key={saved.version} item={saved} how={search.how} /> : null}
      <Stack as="section" aria-labelledby="kind" gap={4}>
        <Row gap={3} align="center" between>
          <h2 id="kind" className="heading">
            {many}
          </h2>
          <Row gap={2}>
            <ButtonLink to="/content/changes" search={{ kind }} preload={false}>
              <History aria-hidden size={18} />
              Changes
            </ButtonLink>
            {hasOrder && mayWrite ? (
              <Button variant="secondary" onClick={() => setOrdering(true)}>
                <ArrowDownUp aria-hidden size={18} />
                Order
              </Button>
            ) : null}
            {mayAdd ? (
              <ButtonLink to="/content/edit" search={{ kind }} variant="primary" preload={false}>
                <Plus aria-hidden size={18} />
                Add {one}
              </ButtonLink>
            ) : null}
          </Row>
        </Row>
        <Loaded query={query} empty={<p role="status">There is nothing yet.</p>}>
          {(items) => (
            <>
              <StatusFilter kind={kind} items={items} chosen={chosen} />
              <ContentTable
                caption={many}
                items={inOrder(items).filter(({ status }) => chosen === undefined || status === chosen)}
                saved={saved?.key}
              />
            </>
          )}
        </Loaded>
      </Stack>
      {isOrdering ? <OrderDialog kind={kind} items={shown} onClose={() => setOrdering(false)} /> : null}
    </Page>
  );
}
