// The choices so far, in one line above the buttons.
import type { Draft } from '@/features/draft/draft.ts';
import type { Step } from '@/features/draft/steps.ts';
import { longDate, Row } from '@/ui';
import styles from './Summary.module.css';

export function Summary({ draft, step }: { readonly draft: Draft; readonly step: Step }) {
  const { players, holes, golfclub, date } = draft;
  const choices = [
    players.length > 0 && (players.length === 1 ? '1 speler' : `${players.length} spelers`),
    holes && `${holes} holes`,
    golfclub?.name,
    date && longDate(date),
  ].filter((choice): choice is string => Boolean(choice));
  // The first step shows the players themselves, and the overview all choices.
  if (step === 'overview' || choices.length === 0 || (step === 'players' && choices.length === 1))
    return null;
  return (
    <Row as="ul" gap={2} lineGap={0} className={styles.summary} aria-label="Je keuzes tot nu toe">
      {choices.map((choice) => (
        <li key={choice}>{choice}</li>
      ))}
    </Row>
  );
}
