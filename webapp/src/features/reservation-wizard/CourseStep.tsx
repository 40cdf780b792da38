// The step for the course. A list with a filter; other views of the same clubs are in clubViews.ts. On a wide screen the
// map stands beside the list.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ReservableClub } from '@/api/generated/ReservableClub.ts';
import { today } from '@/api/clock.ts';
import { failureText } from '@/api/error.ts';
import { filterClubs, noFilter } from '@/features/courses/clubFilter.ts';
import { ClubTools } from '@/features/courses/ClubTools.tsx';
import { useOwnPosition } from '@/features/courses/ownPosition.ts';
import { clubTexts } from '@/features/courses/queries.ts';
import { LazyClubMap } from '@/features/club-map/LazyClubMap.ts';
import { useMedia } from '@/ui/useMedia.ts';
import { BESIDE } from '@/features/courses/widths.ts';
import { dispatch, getDraft, useDraft } from '@/features/draft/draftStore.ts';
import { nextStep } from '@/features/draft/steps.ts';
import { Button, cx, Loaded, Skeleton, useStableCallback, counted } from '@/ui';
import { Alternatives } from './Alternatives.tsx';
import clubList from './ClubList.module.css';
import { clubViews } from './clubViews.ts';
import styles from './CourseStep.module.css';
import { CourseNotices } from './CourseNotices.tsx';
import { DayFilter } from './DayFilter.tsx';
import { useGoTo } from './goTo.ts';
import { OrderSwitch } from './OrderSwitch.tsx';
import { availabilityQuery, clubsQuery } from './queries.ts';
import { StepFrame } from './StepFrame.tsx';

export function CourseStep() {
  const draft = useDraft();
  const queries = useQueryClient();
  const goTo = useGoTo();
  const { position } = useOwnPosition();
  const [filter, setFilter] = useState(noFilter);
  const [filterDay, setFilterDay] = useState<string | null>(null);
  const deferredFilter = useDeferredValue(filter);
  const [view, setView] = useState(clubViews[0]);
  const wide = useMedia(BESIDE);
  const [refusedId, setRefusedId] = useState<string | null>(null);
  const dateFirst = draft.firstSelector === 'date';
  const query = useQuery(
    clubsQuery(filterDay ? { ...draft, firstSelector: 'date', date: filterDay } : draft),
  );
  const clubs = query.data;

  const shown = useMemo(
    () =>
      filterClubs(
        clubs ?? [],
        filterDay ? { ...deferredFilter, reservableOnly: true } : deferredFilter,
        position,
      ),
    [clubs, filterDay, deferredFilter, position],
  );
  const chosen = clubs?.find((club) => club.id === draft.golfclub?.id);
  // A live update can make a pressed club free after all.
  const refused = shown.find((club) => club.id === refusedId && !club.reservable);

  const chooseBy = (club: ReservableClub, onMap: boolean) => {
    setRefusedId(club.reservable ? null : club.id);
    if (!club.reservable) return dispatch({ type: 'choose-club', club: null });
    dispatch({ type: 'choose-club', club });
    // The day of the filter is the member's answer to the next question, as long as they do not change it there.
    if (filterDay) dispatch({ type: 'choose-date', date: filterDay });
    const now = getDraft();
    if (onMap || now.orderForced) goTo(nextStep(now, 'course'));
  };
  const choose = useStableCallback((club: ReservableClub) => chooseBy(club, view.isMap));
  const chooseOnMap = useStableCallback((club: ReservableClub) => chooseBy(club, true));
  const prefetch = useStableCallback((club: ReservableClub) => {
    if (club.reservable) void queries.prefetchQuery(availabilityQuery(getDraft(), club.id));
  });
  const beside = wide && !view.isMap;
  const viewed = {
    clubs: shown,
    selectedId: chosen?.reservable ? chosen.id : null,
    onPrefetch: prefetch,
  };
  const clear = (text: string) => {
    setFilter({ ...noFilter, text, order: filter.order });
    setFilterDay(null);
  };

  return (
    <StepFrame
      step="course"
      title="Waar wil je spelen?"
      nextDisabled={!chosen?.reservable}
      full
      fill={view.isMap}
      offer={
        refused ? (
          <Alternatives
            refused={{ golfclub: refused.id, date: dateFirst ? draft.date : null }}
            club={refused}
            onTaken={() => {
              setRefusedId(null);
              document.querySelector('h1')?.focus();
            }}
          />
        ) : null
      }
    >
      <div className={styles.step}>
        <CourseNotices draft={draft} clubs={filterDay ? undefined : clubs} />
        <ClubTools
          filter={filter}
          onChange={setFilter}
          hideLocate={view.isMap}
          activeFilters={filterDay ? 1 : 0}
          found={shown.length}
          onClear={() => clear(filter.text)}
          filters={
            <DayFilter
              filter={filter}
              onChange={setFilter}
              day={filterDay}
              onDay={dateFirst ? null : setFilterDay}
              today={today()}
            />
          }
        >
          <div role="group" aria-label="Weergave" className={styles.views}>
            {clubViews.map((option) => (
              <Button
                key={option.name}
                variant={option === view ? 'primary' : 'quiet'}
                className={styles.view ?? ''}
                aria-pressed={option === view}
                onClick={() => setView(option)}
              >
                {option.name}
              </Button>
            ))}
          </div>
          <OrderSwitch />
        </ClubTools>
        <Loaded
          query={query}
          skeleton={
            <div className={cx(beside && styles.beside)}>
              <Skeleton height="6rem" count={12} className={clubList.list ?? ''} />
            </div>
          }
          failure={(error) => [failureText(error, clubTexts)]}
        >
          {(all) => (
            <>
              <p role="status" className={shown.length < all.length ? 'soft' : 'visually-hidden'}>
                {countText(shown.length)}
              </p>
              {shown.length === 0 && all.length > 0 ? (
                <div>
                  <Button variant="secondary" onClick={() => clear('')}>
                    toon alle banen
                  </Button>
                </div>
              ) : null}
              {beside ? (
                <div className={styles.beside}>
                  <view.View {...viewed} onChoose={choose} />
                  <LazyClubMap {...viewed} onChoose={chooseOnMap} besideList />
                </div>
              ) : (
                <view.View {...viewed} onChoose={choose} />
              )}
            </>
          )}
        </Loaded>
      </div>
    </StepFrame>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Geen banen gevonden. Probeer een andere naam of plaats.';
  return counted(count, 'baan', 'banen');
}
