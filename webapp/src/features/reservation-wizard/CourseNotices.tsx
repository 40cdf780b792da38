// The obstacles to choosing a club: the chosen one is not free any more, or none is.
import type { ReservableClub } from '@/api/generated/ReservableClub.ts';
import type { Draft } from '@/features/draft/draft.ts';
import { Notice, Button, ownReason } from '@/ui';
import { Alternatives } from './Alternatives.tsx';
import { useGoTo } from './goTo.ts';

interface CourseNoticesProps {
  readonly draft: Draft;
  readonly clubs: readonly ReservableClub[] | undefined;
}

export function CourseNotices({ draft, clubs }: CourseNoticesProps) {
  const goTo = useGoTo();
  if (!clubs) return null;
  const chosen = clubs.find((club) => club.id === draft.golfclub?.id);
  // The club may have filled up, or not offer these holes, since it was chosen.
  const unavailable = chosen?.reservable ? null : draft.golfclub;
  const dateFirst = draft.firstSelector === 'date';
  return (
    <>
      {unavailable ? (
        <Notice>
          {unavailable.name} is niet meer te kiezen{chosen?.reason ? `: ${ownReason(chosen.reason)}` : ''}.
          Kies een andere baan.
        </Notice>
      ) : null}
      {clubs.every((club) => !club.reservable) ? (
        <Notice>
          <p>Er is geen enkele baan vrij{dateFirst ? ' op deze dag' : ''}.</p>
          {dateFirst ? (
            <>
              <Alternatives
                refused={{ golfclub: null, date: draft.date }}
                onTaken={() => document.querySelector('h1')?.focus()}
              />
              <Button variant="secondary" onClick={() => goTo('date', 'back')}>
                kies een andere dag
              </Button>
            </>
          ) : null}
        </Notice>
      ) : null}
    </>
  );
}
