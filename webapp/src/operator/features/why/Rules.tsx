// Every rule in the order of evaluation, with the numbers that it was evaluated on. A mark is an icon and a word, so
// that no colour is needed to read it.
import { Check, CircleX, X, type LucideIcon } from 'lucide-react';
import { cx, Stack } from '@/ui';
import type { ExplainedRule } from '../../api/generated/ExplainedRule.ts';
import type { Mark } from '../../api/generated/Mark.ts';
import styles from './Rules.module.css';

const marks: Readonly<Record<Mark, { readonly text: string; readonly Icon: LucideIcon }>> = {
  pass: { text: 'passes', Icon: Check },
  refuses: { text: 'refuses', Icon: CircleX },
  refuses_too: { text: 'refuses too', Icon: X },
};

export function Rules({ findings }: { readonly findings: readonly ExplainedRule[] }) {
  return (
    <ol className={styles.rules}>
      {findings.map((finding) => {
        const { text, Icon } = marks[finding.mark];
        return (
          <li
            key={`${finding.rule} ${finding.section} ${finding.player ?? ''}`}
            className={cx(styles.rule, styles[finding.mark])}
          >
            <span className={styles.mark}>
              <Icon aria-hidden size={18} />
              <span>{text}</span>
            </span>
            <Stack gap={1}>
              <p className="strong">
                <span>{finding.rule}</span>
                {finding.player ? <span className={styles.player}> for {finding.player}</span> : null}
              </p>
              <Numbers of={finding} />
            </Stack>
          </li>
        );
      })}
    </ol>
  );
}

/** The numbers on which the rule was evaluated. */
export function Numbers({ of: { behind } }: { readonly of: ExplainedRule }) {
  if (behind.length === 0) return null;
  return (
    <ul className={styles.numbers}>
      {behind.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
