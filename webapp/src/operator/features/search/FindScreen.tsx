// The results of a search. What the text names (an id, a number, an address, a code, a day) is opened at once; what it
// only resembles is a list, also of one.
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { Loaded, Page, Skeleton } from '@/ui';
import { isKind } from '../../api/kinds.ts';
import { LONGEST_SEARCH, searchQuery } from '../../api/search.ts';
import { Accepted } from './Accepted.tsx';
import { Results } from './Results.tsx';

/** In a heading. */
const MOST_LETTERS = 60;

const cut = (text: string) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);

export function FindScreen() {
  const { q = '' } = useSearch({ from: '/_inside/find' });
  return (
    <Page title={q ? `Results for “${cut(q)}”` : 'Search'}>{q ? <Found key={q} q={q} /> : <Accepted />}</Page>
  );
}

function Found({ q }: { readonly q: string }) {
  const isTooLong = q.length > LONGEST_SEARCH;
  const query = useQuery({ ...searchQuery(q), enabled: !isTooLong });
  if (isTooLong) {
    return <Nothing message={`A search has at most ${LONGEST_SEARCH} letters: write what matters most.`} />;
  }
  return (
    <Loaded query={query} skeleton={<Skeleton height="4rem" count={3} />}>
      {({ results, position, message, exact }) => {
        if (position !== null) {
          return <Navigate to="/event/$position" params={{ position: String(position) }} replace />;
        }
        const [only, ...others] = results;
        if (!only) return <Nothing message={message} />;
        if (exact && others.length === 0 && isKind(only.kind)) {
          return <Navigate to="/$kind/$" params={{ kind: only.kind, _splat: only.id }} replace />;
        }
        return (
          <>
            <p role="status">
              {message ?? (others.length === 0 ? 'One result' : `${results.length} results`)}
            </p>
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
