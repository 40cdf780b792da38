// Operators' views and acts, newest first: an audit reads them here.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Loaded, Page } from '@/ui';
import { ActionsFilterForm } from './ActionsFilterForm.tsx';
import { ActionsTable } from './ActionsTable.tsx';
import { More } from '../../ui/index.ts';
import { actionsQuery } from './queries.ts';

export function ActionsScreen() {
  const navigate = useNavigate();
  const filter = useSearch({ from: '/_inside/actions' });
  const query = useInfiniteQuery(actionsQuery(filter));
  const isFiltered = filter.operator !== undefined || filter.subject !== undefined;

  return (
    <Page title="Actions" intro="What operators searched, viewed and did, newest first." full>
      <ActionsFilterForm
        key={`${filter.operator} ${filter.subject}`}
        filter={filter}
        onFilter={(search) => void navigate({ to: '/actions', search })}
      />
      <Loaded
        query={query}
        empty={
          <p role="status">{isFiltered ? 'No action fits this filter.' : 'Nothing was recorded yet.'}</p>
        }
      >
        {(actions) => (
          <>
            <ActionsTable actions={actions} />
            <More query={query} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
