// The step for checking the reservation: every answer with a button to change it, the play rights that the round
// uses, and the terms of cancelling. The day's availability is fetched again, so that a confirmation is rarely rejected.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dispatch, getDraft, submissionKey, useDraft } from '@/features/draft/draftStore.ts';
import { firstMissing, isComplete, type Step } from '@/features/draft/steps.ts';
import { freeCancellation, isPlayrightForfeited } from '@/features/reservations/cancellation.ts';
import { subscriptionsQuery } from '@/features/subscriptions/queries.ts';
import {
  Alert,
  Notice,
  Button,
  Card,
  fullName,
  longDate,
  Row,
  Stack,
  ownReason,
  ServerHtml,
  useOnline,
} from '@/ui';
import { Alternatives } from './Alternatives.tsx';
import { bonusText } from './calendarDays.ts';
import { useGoTo } from './goTo.ts';
import styles from './OverviewStep.module.css';
import { placeRights } from './placeRights.ts';
import { availabilityQuery } from './queries.ts';
import { StepFrame } from './StepFrame.tsx';

export function OverviewStep() {
  const draft = useDraft();
  const navigate = useNavigate();
  const online = useOnline();
  const changeAnswer = useChangeAnswer();
  const { players, golfclub, date, holes } = draft;
  const { data: availability } = useQuery({
    ...availabilityQuery(draft, golfclub?.id ?? null),
    refetchOnMount: 'always',
    enabled: isComplete(draft),
  });
  const day = date ? availability?.[date] : undefined;
  const unavailable = day && !day.reservable;
  const own = useQuery(subscriptionsQuery).data;
  const rights =
    date && holes && day?.reservable
      ? placeRights({ players, date, holes, bonusPlayers: day.bonus_players }, own)
      : [];

  const missing = () => {
    if (unavailable) return 'Kies eerst een andere dag of baan.';
    if (!date) return 'Kies eerst een dag.';
    return online ? undefined : 'Je hebt geen verbinding.';
  };
  const confirm = () => {
    // The chosen day can have passed while the overview was on the screen.
    const dropped = firstMissing(getDraft(), 'overview');
    if (dropped) return changeAnswer(dropped);
    submissionKey();
    void navigate({ to: '/reservation/confirm' });
  };

  return (
    <StepFrame
      step="overview"
      title="Controleer je reservering"
      nextText="bevestig reservering"
      missing={missing()}
      nextDisabled={!isComplete(draft) || unavailable === true || !online}
      onNext={confirm}
    >
      {unavailable && date ? (
        <Alert>
          <p>
            {longDate(date)} is niet meer te reserveren: {ownReason(day.reason)}. Je andere keuzes zijn
            bewaard.
          </p>
          <Row gap={2}>
            <Button variant="secondary" onClick={() => changeAnswer('date')}>
              kies een andere dag
            </Button>
            <Button variant="secondary" onClick={() => changeAnswer('course')}>
              kies een andere baan
            </Button>
          </Row>
        </Alert>
      ) : null}
      {unavailable && golfclub ? (
        <Alternatives
          refused={{ golfclub: golfclub.id, date }}
          onTaken={() => document.querySelector('h1')?.focus()}
        />
      ) : null}
      {online ? null : <Notice>Je bent offline. Bevestigen kan zodra je weer verbinding hebt.</Notice>}
      <Card>
        <dl className="facts lined">
          <Fact term="Spelers" step="players">
            <ul>
              {players.map((player, index) => (
                <li key={player.email}>
                  <span>{fullName(player)}</span>
                  {/* In place before it is known. */}
                  <span className="note">{rights[index] ?? '\u00a0'}</span>
                </li>
              ))}
            </ul>
          </Fact>
          <Fact term="Baan" step="course">
            <p>
              <strong>{golfclub?.name}</strong> <span>{golfclub?.city}</span>
            </p>
            {golfclub?.reservation_instruction ? (
              <ServerHtml html={golfclub.reservation_instruction} className="soft small" />
            ) : null}
          </Fact>
          <Fact term="Datum" step="date">
            <p>{date ? longDate(date) : null}</p>
          </Fact>
          <Fact term="Holes" step="holes">
            <p>{holes} holes</p>
          </Fact>
        </dl>
      </Card>
      {day?.reservable && day.bonus_needed ? <Notice>{bonusText(day.bonus_players)}.</Notice> : null}
      {date ? <p className="soft">{cancellationTerms(date)}</p> : null}
    </StepFrame>
  );
}

/** To the step of one answer, from which `verder` comes straight back. */
function useChangeAnswer(): (step: Step) => void {
  const goTo = useGoTo();
  return (step) => {
    dispatch({ type: 'return-to-overview', returns: true });
    goTo(step, 'back');
  };
}

export function cancellationTerms(date: string): string {
  return isPlayrightForfeited(date)
    ? 'De ronde is vandaag: annuleer je nog, dan vervalt je speelrecht.'
    : `${freeCancellation(date)} Annuleer je op de speeldag, dan vervalt je speelrecht.`;
}

interface FactProps {
  readonly term: string;
  readonly step: Step;
  readonly children: ReactNode;
}

function Fact({ term, step, children }: FactProps) {
  const changeAnswer = useChangeAnswer();
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <Stack as="dd" gap={2} className={styles.value}>
        {children}
      </Stack>
      <dd>
        <Button
          variant="quiet"
          aria-label={`wijzig ${term.toLowerCase()}`}
          onClick={() => changeAnswer(step)}
        >
          wijzig
        </Button>
      </dd>
    </div>
  );
}
