// The chosen moments and filters of a subject, which are in the address.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Kind } from '../../api/kinds.ts';
import type { Moments } from './queries.ts';

/** Without undefined parts: the present state is the same query, whoever asks for it. */
const given = (moments: Moments): Moments =>
  Object.fromEntries(Object.entries(moments).filter(([, value]) => value !== undefined));

export function useMoments(kind: Kind) {
  const search = useSearch({ from: '/_inside/$kind/$' });
  const navigate = useNavigate({ from: '/$kind/$' });
  // The timeline of a member is one of several tabs, and its state is beside it only when it is asked for.
  const tab = kind === 'member' ? { tab: 'timeline' } : {};
  const state = kind === 'member' ? { view: 'state' } : {};
  const setSearch = (changed: typeof search) =>
    void navigate({ search: { ...search, ...tab, ...changed }, replace: true, resetScroll: false });
  const { at, sequence, compare_at, compare_sequence } = search;
  return {
    search,
    setSearch,
    moments: given({ at, sequence, compare_at, compare_sequence }),
    isPast: at !== undefined || sequence !== undefined,
    setMoments: (next: Moments) =>
      setSearch({
        ...state,
        at: undefined,
        sequence: undefined,
        compare_at: undefined,
        compare_sequence: undefined,
        ...next,
      }),
  };
}
