// The answer to a scan, told by colour, words, sign, sound and vibration. The server's answer may replace the device's.
import { Check, CircleHelp, Hourglass, TriangleAlert, X } from 'lucide-react';
import { useEffect, type Ref } from 'react';
import { announce } from '@/ui/announce.ts';
import { cx } from '@/ui/cx.ts';
import { afterPaint } from './afterPaint.ts';
import type { Answer, Kind } from './answers.ts';
import { signal } from './signals.ts';
import styles from './ScanScreen.module.css';

const SIGNS: Readonly<Record<Kind, typeof Check>> = {
  welcome: Check,
  already: TriangleAlert,
  irregular: X,
  unknown: CircleHelp,
  checking: Hourglass,
};

interface AnswerPanelProps {
  readonly ref: Ref<HTMLElement>;
  readonly answer: Answer | undefined;
}

export function AnswerPanel({ ref, answer }: AnswerPanelProps) {
  const kind = answer?.kind;
  const sentence = answer && spoken(answer);
  useEffect(() => {
    if (kind) afterPaint(() => signal(kind));
  }, [kind]);
  useEffect(() => {
    if (sentence) afterPaint(() => announce(sentence));
  }, [sentence]);
  if (!kind) {
    return (
      <section ref={ref} tabIndex={-1} aria-label="Antwoord" className={styles.answer}>
        <p>Scan de code van een voucher, of typ een boekingsnummer.</p>
      </section>
    );
  }
  const { title, name, facts, explanation } = answer;
  const Sign = SIGNS[kind];
  return (
    <section ref={ref} tabIndex={-1} aria-label="Antwoord" className={cx(styles.answer, styles[kind])}>
      <Sign aria-hidden size={56} strokeWidth={3} />
      <div>
        <p className={styles.answerTitle}>{title}</p>
        {name ? <p className={styles.answerName}>{name}</p> : null}
        {facts ? <p className={styles.answerFacts}>{facts}</p> : null}
        {explanation ? <p>{explanation}</p> : null}
      </div>
    </section>
  );
}

/** For a screen reader. */
const spoken = ({ title, name, facts, explanation }: Answer): string =>
  [title, name, facts, explanation].filter(Boolean).join('. ');
