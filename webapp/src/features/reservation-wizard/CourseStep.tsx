// The step for the course. A list with a filter; other views of the same clubs are in clubViews.ts.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { failureText } from '@/api/error.ts';
import { clubMatches, reservableFirst } from '@/features/courses/clubFilter.ts';
import { clubTexts } from '@/features/courses/queries.ts';
import { dispatch, getDraft, useDraft } from '@/features/draft/draftStore.ts';
import { nextStep } from '@/features/draft/steps.ts';
import { Notice } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Loaded } from '@/ui/Loaded.tsx';
import { ownReason } from '@/ui/reasons.ts';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { clubViews } from './clubViews.ts';
import styles from './CourseStep.module.css';
import { useGoTo } from './goTo.ts';
import { OrderSwitch } from './OrderSwitch.tsx';
import { availabilityQuery, clubsQuery, type Club } from './queries.ts';
import { StepFrame } from './StepFrame.tsx';

export function CourseStep() {
  const draft = useDraft();
  const queries = useQueryClient();
  const goTo = useGoTo();
  const [filter, setFilter] = useState('');
  const deferredFilter = useDeferredValue(filter);
  const [view, setView] = useState(clubViews[0]);
  const query = useQuery(clubsQuery(draft));
  const clubs = query.data;

  const shown = reservableFirst(clubs?.filter(clubMatches(deferredFilter)) ?? []);
  // The club may have filled up, or not offer these holes, since it was chosen.
  const chosen = clubs?.find((club) => club.id === draft.golfclub?.id);
  const unavailable = draft.golfclub && clubs && !chosen?.reservable ? draft.golfclub : null;

  const nothingFree = clubs?.every((club) => !club.reservable) === true;

  const choose = (club: Club) => {
    if (!club.reservable) return dispatch({ type: 'choose-club', club: null });
    const { id, name, city, reservation_instruction } = club;
    dispatch({ type: 'choose-club', club: { id, name, city, reservation_instruction } });
    const now = getDraft();
    if (view.advances || now.orderForced) goTo(nextStep(now, 'course'));
  };
  const prefetch = (club: Club) => {
    if (club.reservable) void queries.prefetchQuery(availabilityQuery(getDraft(), club.id));
  };

  return (
    <StepFrame step="course" title="Waar wil je spelen?" nextDisabled={!chosen?.reservable}>
      <OrderSwitch />
      {unavailable ? (
        <Notice>
          {unavailable.name} is niet meer te kiezen{chosen?.reason ? `: ${ownReason(chosen.reason)}` : ''}.
          Kies een andere baan.
        </Notice>
      ) : null}
      {nothingFree ? (
        <Notice>
          <p>Er is geen enkele baan vrij{draft.firstSelector === 'date' ? ' op deze dag' : ''}.</p>
          {draft.firstSelector === 'date' ? (
            <Button variant="secondary" onClick={() => goTo('date', 'back')}>
              kies een andere dag
            </Button>
          ) : null}
        </Notice>
      ) : null}
      <div className={styles.tools}>
        <TextField
          label="Zoek een baan"
          type="search"
          className={styles.search ?? ''}
          value={filter}
          placeholder="naam of plaats"
          onChange={(event) => setFilter(event.target.value)}
        />
        {clubViews.length > 1 ? (
          <div role="group" aria-label="Weergave" className={styles.views}>
            {clubViews.map((option) => (
              <Button
                key={option.name}
                variant={option === view ? 'primary' : 'secondary'}
                aria-pressed={option === view}
                onClick={() => setView(option)}
              >
                {option.name}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
      <Loaded
        query={query}
        skeleton={<Skeleton height="5rem" count={6} />}
        failure={(error) => [failureText(error, clubTexts)]}
      >
        {() => (
          <>
            <p role="status" className={filter ? styles.count : 'visually-hidden'}>
              {countText(shown.length)}
            </p>
            <view.View
              clubs={shown}
              selectedId={unavailable ? null : (chosen?.id ?? null)}
              onChoose={choose}
              onPrefetch={prefetch}
            />
          </>
        )}
      </Loaded>
    </StepFrame>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Geen banen gevonden. Probeer een andere naam of plaats.';
  return count === 1 ? '1 baan' : `${count} banen`;
}
