// The results of a search. With exactly one the operator is led straight to it.
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { Loaded, Page, Skeleton } from '@/ui';
import { isKind } from '../../api/kinds.ts';
import { Accepted } from './Accepted.tsx';
import { searchQuery } from './queries.ts';
import { Results } from './Results.tsx';

export function FindScreen() {
  const { q = '' } = useSearch({ from: '/_inside/find' });
  return (
    <Page title={q ? `Results for “${q}”` : 'Search'}>{q ? <Found key={q} q={q} /> : <Accepted />}</Page>
  );
}

function Found({ q }: { readonly q: string }) {
  const query = useQuery(searchQuery(q));
  return (
    <Loaded query={query} skeleton={<Skeleton height="4rem" count={3} />}>
      {({ results, position, message }) => {
        if (position !== null) {
          return <Navigate to="/event/$position" params={{ position: String(position) }} replace />;
        }
        const [only, ...others] = results;
        if (!only) return <Nothing message={message} />;
        if (others.length === 0 && message === null && isKind(only.kind)) {
          return <Navigate to="/$kind/$" params={{ kind: only.kind, _splat: only.id }} replace />;
        }
        return (
          <>
            <p role="status">{message ?? `${results.length} results`}</p>
            <Results results={results} />
          </>
        );
      }}
    </Loaded>
  );
}

function Nothing({ message }: { readonly message: string | null }) {
  return (
    <>
      <p role="status">{message ?? 'Nothing was found.'}</p>
      <Accepted />
    </>
  );
}
