// The timeline of a member. The state is beside it when a moment is chosen or it is asked for: it is made of the member's
// whole history, which can be long.
import { useQuery } from '@tanstack/react-query';
import { Button, Loaded, Stack } from '@/ui';
import { subjectQuery } from '../subject/queries.ts';
import { isComparing } from '../subject/TimeTravel.tsx';
import { SubjectState } from '../subject/SubjectState.tsx';
import { SubjectTimeline } from '../subject/SubjectTimeline.tsx';
import { useMoments } from '../subject/useMoments.ts';
import subject from '../subject/SubjectPage.module.css';

export function TimelineTab({ id }: { readonly id: string }) {
  const { search, setSearch, moments, isPast } = useMoments('member');
  const showsState = search.view === 'state' || isPast || isComparing(moments);
  const now = useQuery({ ...subjectQuery('member', id), enabled: showsState });
  const toggle = () =>
    setSearch({
      view: showsState ? undefined : 'state',
      at: undefined,
      sequence: undefined,
      compare_at: undefined,
      compare_sequence: undefined,
    });
  return (
    <Stack gap={5} className={showsState ? subject.columns : ''}>
      {showsState ? (
        <Loaded query={now}>{(present) => <SubjectState kind="member" id={id} now={present} />}</Loaded>
      ) : null}
      <SubjectTimeline
        kind="member"
        id={id}
        action={
          <Button variant="quiet" aria-expanded={showsState} onClick={toggle}>
            {showsState ? 'Hide the state' : 'Show the state'}
          </Button>
        }
      />
    </Stack>
  );
}
