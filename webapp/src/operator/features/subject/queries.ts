// The state of a subject, now or at a moment, and how it differs from another moment.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { SubjectPage } from '../../api/generated/SubjectPage.ts';
import type { Kind } from '../../api/kinds.ts';

/** As they are in the address; none of them is now. */
export interface Moments {
  readonly at?: string | undefined;
  readonly sequence?: string | undefined;
  readonly compare_at?: string | undefined;
  readonly compare_sequence?: string | undefined;
}

export const subjectKey = (kind: Kind, id: string) => ['subject', kind, id] as const;

export const subjectQuery = (kind: Kind, id: string, moments: Moments = {}) =>
  queryOptions({
    queryKey: [...subjectKey(kind, id), moments],
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({ kind, id });
      for (const [name, value] of Object.entries(moments)) if (value) parameters.set(name, value);
      return get(`/subject?${parameters}`, SubjectPage, { signal });
    },
    // Of the same subject only: the screen is another one for another subject.
    placeholderData: keepPreviousData,
  });
