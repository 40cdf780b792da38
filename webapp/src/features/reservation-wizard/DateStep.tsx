// The step for the day. All 21 days at once; a day that cannot be chosen has its reason and, when it is pressed, the
// nearest alternatives.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { today } from '@/api/clock.ts';
import { ApiError } from '@/api/error.ts';
import { dispatch, getDraft, useDraft } from '@/features/draft/draftStore.ts';
import { Notice, Button, longDate, Stack, Loaded, ownReason } from '@/ui';
import { Alternatives } from './Alternatives.tsx';
import { Calendar } from './Calendar.tsx';
import { dayText, windowDays } from './calendarDays.ts';
import styles from './DateStep.module.css';
import { useGoTo } from './goTo.ts';
import { OrderSwitch } from './OrderSwitch.tsx';
import { availabilityQuery, clubsQuery } from './queries.ts';
import { StepFrame } from './StepFrame.tsx';

/** The server's sentence; else the one for a failed response; else the one for no response. */
function availabilityFailure(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'http') {
    return error.serverText || 'fout bij het ophalen van speeldata.';
  }
  return 'Fout bij het ophalen van speeldata.';
}

const groupText = (players: number) => (players > 1 ? `jullie ${players}` : 'jou');

export function DateStep() {
  const draft = useDraft();
  const queries = useQueryClient();
  const goTo = useGoTo();
  const dateFirst = draft.firstSelector === 'date';
  const club = dateFirst ? null : draft.golfclub;
  const query = useQuery(availabilityQuery(draft, club?.id ?? null));
  const availability = query.data;

  const days = windowDays(availability, today());
  const chosen = draft.date && availability?.[draft.date]?.reservable ? draft.date : null;
  const unavailable = draft.date && availability && !chosen ? draft.date : null;
  const nothingFree = availability && !days.some((day) => availability[day]?.reservable);
  const [lastPressed, setLastPressed] = useState<string | null>(null);
  // A live update can make a pressed day free after all.
  const pressed = lastPressed && availability?.[lastPressed]?.reservable === false ? lastPressed : null;
  const reasonOf = (day: string) =>
    ownReason(availability?.[day]?.reason || 'deze dag valt buiten de kalender');
  const result = useRef<HTMLParagraphElement>(null);
  const text = chosen ? dayText(availability, chosen) : '';

  const told = pressed ?? chosen;

  const select = (day: string) => {
    setLastPressed(null);
    dispatch({ type: 'choose-date', date: day });
    if (dateFirst) void queries.prefetchQuery(clubsQuery(getDraft()));
  };

  const onTaken = () => {
    setLastPressed(null);
    result.current?.focus();
  };

  // The calendar is its own skeleton: the days are shown at once, their availability when it is loaded.
  const calendar = (
    <Calendar
      days={days}
      availability={availability}
      today={today()}
      selected={chosen}
      told={told}
      onSelect={select}
      onRefused={setLastPressed}
    />
  );

  return (
    <StepFrame
      step="date"
      title="Wanneer wil je spelen?"
      intro={club ? `De dagen bij ${club.name}.` : 'De dagen waarop ergens een baan vrij is.'}
      nextDisabled={!chosen}
      missing={availability ? undefined : ''}
    >
      <OrderSwitch />
      {unavailable && !nothingFree ? (
        <Notice>
          {longDate(unavailable)} kan niet meer: {reasonOf(unavailable)}. Kies een andere dag.
        </Notice>
      ) : null}
      {nothingFree ? (
        <Notice>
          <p>Er is geen enkele dag vrij{club ? ` bij ${club.name}` : ''}.</p>
          {club ? (
            <Button variant="secondary" onClick={() => goTo('course', 'back')}>
              kies een andere baan
            </Button>
          ) : null}
        </Notice>
      ) : null}
      {(unavailable || nothingFree) && !pressed ? (
        <Alternatives refused={{ golfclub: club?.id ?? null, date: unavailable }} onTaken={onTaken} />
      ) : null}
      <Loaded query={query} skeleton={calendar} failure={(error) => [availabilityFailure(error)]}>
        {() => calendar}
      </Loaded>
      <Stack gap={3} className={styles.result}>
        <p role="status" ref={result} tabIndex={-1}>
          {pressed ? (
            <>
              <strong>{longDate(pressed)}</strong>
              <span>: {reasonOf(pressed)}.</span>
            </>
          ) : chosen ? (
            <>
              <span>Gekozen: </span>
              <strong>{longDate(chosen)}</strong>
              {text ? <span>{`. ${text}.`}</span> : null}
            </>
          ) : query.isLoading ? (
            <span className={styles.waiting}>
              {`We vragen ${club?.name ?? 'alle banen'} welke dagen er voor ${groupText(draft.players.length)} vrij zijn…`}
            </span>
          ) : null}
        </p>
        {pressed && pressed >= today() ? (
          <Alternatives refused={{ golfclub: club?.id ?? null, date: pressed }} onTaken={onTaken} />
        ) : null}
      </Stack>
    </StepFrame>
  );
}
