// The choices so far: in one line above the buttons, or on a wide desk one below another beside the question.
import type { Draft } from '@/features/draft/draft.ts';
import type { Step } from '@/features/draft/steps.ts';
import { longDate, Row, Stack, counted } from '@/ui';
import styles from './Summary.module.css';

interface Props {
  readonly draft: Draft;
  readonly step: Step;
  readonly beside?: boolean;
}

export function Summary({ draft, step, beside }: Props) {
  const { players, holes, golfclub, date } = draft;
  const choices = [
    players.length > 0 && counted(players.length, 'speler', 'spelers'),
    holes && `${holes} holes`,
    golfclub?.name,
    date && longDate(date),
  ].filter((choice): choice is string => Boolean(choice));
  // The first step shows the players themselves, and the overview all choices.
  if (step === 'overview' || choices.length === 0 || (step === 'players' && choices.length === 1))
    return null;
  const items = choices.map((choice) => <li key={choice}>{choice}</li>);
  if (beside)
    return (
      <Stack as="section" gap={2} className="panel" aria-labelledby="keuzes">
        <h2 id="keuzes" className="strong text-size">
          Je keuzes tot nu toe
        </h2>
        <ul aria-labelledby="keuzes">{items}</ul>
      </Stack>
    );
  return (
    <Row as="ul" lineGap={0} className={styles.summary} aria-label="Je keuzes tot nu toe">
      {items}
    </Row>
  );
}
