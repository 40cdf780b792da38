// The answer: the verdict, what refuses first, every rule, and what the member reads.
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx, Stack, Loaded, Region, Skeleton } from '@/ui';
import type { ExplainAnswer } from '../../api/generated/ExplainAnswer.ts';
import { formatInstant, ruleName } from '../../ui/index.ts';
import styles from './Answer.module.css';
import { Numbers, Rules } from './Rules.tsx';

interface AnswerProps {
  readonly query: UseQueryResult<ExplainAnswer>;
  /** After a question was asked on this screen; an address that was opened starts at its heading. */
  readonly takesFocus: boolean;
}

export function Answer({ query, takesFocus }: AnswerProps) {
  return (
    <Loaded query={query} skeleton={<Skeleton height="8rem" count={2} />}>
      {(explanation) => (
        <>
          <Verdict explanation={explanation} takesFocus={takesFocus} />
          <Lines title="To keep in mind" lines={explanation.caveats} />
          <Region title="All rules, in their order">
            <Rules findings={explanation.findings} />
            <Sources explanation={explanation} />
          </Region>
          <Lines title="Hints" lines={explanation.hints} />
        </>
      )}
    </Loaded>
  );
}

interface VerdictProps {
  readonly explanation: ExplainAnswer;
  readonly takesFocus: boolean;
}

function Verdict({ explanation, takesFocus }: VerdictProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // On a telephone the form fills the screen: without this the answer would come unseen.
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const { question, at, bookable, code, sentence, rights, findings } = explanation;
  const first = findings.find(({ mark }) => mark === 'refuses');
  const Icon = bookable ? CircleCheck : CircleX;
  return (
    <Stack
      as="section"
      gap={4}
      className={cx(styles.verdict, bookable ? styles.yes : styles.no)}
      aria-labelledby="why-verdict"
    >
      <h2 ref={heading} id="why-verdict" tabIndex={-1} className={styles.title}>
        <Icon aria-hidden size={28} />
        <span>{bookable ? 'Yes: bookable' : 'No: not bookable'}</span>
      </h2>
      <p>
        <span>{question}</span> <span className="soft">As of {formatInstant(at)}.</span>
      </p>
      {first ? (
        <div className={styles.first}>
          <p>
            Refused by <strong>{first.rule}</strong>
            {code ? `: ${sentenceOf(code)}` : ''}
            {first.player ? <span>{`, for ${first.player}`}</span> : null}
          </p>
          <Numbers of={first} />
        </div>
      ) : null}
      {sentence === null ? null : (
        <div>
          <p className="soft small">The member reads</p>
          <blockquote lang="nl" className={styles.sentence}>
            {sentence}
          </blockquote>
        </div>
      )}
      {rights.length === 0 ? null : (
        <div>
          <p className="soft small">Rights that would be used</p>
          <ul>
            {rights.map(({ member, name, called }) => (
              <li key={member}>
                {name}: {called}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  );
}

/** `rights used up`: the name of the rule that the member's sentence belongs to, within a sentence. */
function sentenceOf(code: string): string {
  const name = ruleName(code);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** For the reader of the rulebook and of the log. */
function Sources({ explanation: { findings, code } }: { readonly explanation: ExplainAnswer }) {
  const sections = new Map(findings.map(({ rule, section }) => [rule, section]));
  if (sections.size === 0) return null;
  return (
    <details>
      <summary className="soft small">Sections of docs/domain.md, and the code in the log</summary>
      <p className="small">
        {[...sections].map(([rule, section]) => `${rule} ${section}`).join(', ')}
        {code ? (
          <>
            ; <code>{code}</code>
          </>
        ) : null}
      </p>
    </details>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Region title={title}>
      <Stack as="ul" gap={2}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Stack>
    </Region>
  );
}
