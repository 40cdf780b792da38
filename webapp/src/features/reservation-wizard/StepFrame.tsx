// The frame of one step: the progress, the question as heading, the answers so far, and the buttons to the previous
// and next step. The frame is as high as the screen, so that the buttons are at the same place in every step.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useId, type ReactNode } from 'react';
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import {
  isAnswered,
  isComplete,
  nextStep,
  previousStep,
  progressText,
  stepsOf,
  type Step,
} from '@/features/draft/steps.ts';
import { Notice, announce, Button, cx, Stack, Page, Row, useOnline } from '@/ui';
import { useMedia } from '@/ui/useMedia.ts';
import { goToDirection, useGoTo } from './goTo.ts';
import { Loader } from './Loader.tsx';
import { Progress } from './Progress.tsx';
import { availabilityQuery } from './queries.ts';
import styles from './StepFrame.module.css';
import { Summary } from './Summary.tsx';
import { useEntering } from './WizardLayout.tsx';

interface Props {
  readonly step: Step;
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
  readonly nextText?: string;
  readonly nextDisabled?: boolean;
  /** Why the next step is not possible yet, where it is not a missing answer of this step. */
  readonly missing?: string | undefined;
  /** The alternatives to a refused answer, where that stands in a list too long to show them beside it. */
  readonly offer?: ReactNode;
  /** A list may use the whole width. */
  readonly full?: boolean;
  /** A map takes the height that the step leaves free. */
  readonly fill?: boolean;
  /** Called instead of going to the next step. */
  readonly onNext?: () => void;
}

/** The request for a step's missing answer. The players step has none: it lacks the member only while it is loading. */
const missingTexts: Readonly<Partial<Record<Step, string>>> = {
  holes: 'Kies eerst 9 of 18 holes.',
  course: 'Kies eerst een baan.',
  date: 'Kies eerst een dag.',
};

export function StepFrame({
  step,
  title,
  intro,
  children,
  nextText = 'verder',
  nextDisabled,
  missing,
  offer,
  full,
  fill,
  onNext,
}: Props) {
  const id = useId();
  const draft = useDraft();
  const entering = useEntering();
  const goTo = useGoTo();
  const previous = previousStep(draft, step);
  const missingText = missing ?? (isAnswered(draft, step) ? '' : missingTexts[step]);
  // The overview shows all choices itself, and a list needs the whole width.
  const beside = useMedia('(min-width: 80rem)') && !full && step !== 'overview';
  const online = useOnline();
  // The overview says so itself: there the order waits.
  const offline = !online && step !== 'overview';
  const disabled = nextDisabled === true || offline;
  const hint = entering || !disabled ? '' : offline ? 'Je hebt geen verbinding.' : missingText;

  // Whether the changed answer leaves the day free is known before the button to the overview is pressed.
  useQuery({
    ...availabilityQuery(draft, draft.golfclub?.id ?? null),
    enabled: draft.returnsToOverview && isComplete(draft) && step !== 'overview',
  });

  // The button is disabled and cannot be focused, so that its description alone would not be read.
  useEffect(() => {
    if (hint) announce(hint);
  }, [hint]);

  const goBack = (to: Step) => {
    dispatch({ type: 'return-to-overview', returns: false });
    goTo(to, 'back');
  };

  return (
    <div className={cx(styles.frame, fill && styles.fill, (full || beside) && styles.wide)}>
      <Page
        title={title}
        intro={intro}
        full={full === true}
        {...(beside ? { rail: <Summary beside draft={draft} step={step} /> } : {})}
        above={
          <Row gap={3} lineGap={0} align="center" className={styles.progress}>
            <Progress steps={stepsOf(draft)} current={step} />
            <span>{progressText(draft, step)}</span>
            <Link to="/" preload={false} className={styles.stop} onClick={() => dispatch({ type: 'reset' })}>
              stop reservering
            </Link>
          </Row>
        }
      >
        {entering ? (
          <Loader />
        ) : (
          <Stack gap={4} className={styles.panel} data-direction={goToDirection()}>
            {draft.dropped ? <Notice>{draft.dropped}</Notice> : null}
            {children}
          </Stack>
        )}
      </Page>
      <Stack gap={2} className={styles.foot}>
        {offer}
        {beside ? null : <Summary draft={draft} step={step} />}
        {hint ? (
          <p id={`${id}-missing`} className="soft small">
            {hint}
          </p>
        ) : null}
        <div className={styles.buttons}>
          {previous ? (
            <Button variant="secondary" className={styles.previous ?? ''} onClick={() => goBack(previous)}>
              <ArrowLeft aria-hidden size={18} />
              vorige
            </Button>
          ) : null}
          <Button
            className={styles.next ?? ''}
            disabled={entering || disabled}
            aria-describedby={hint ? `${id}-missing` : undefined}
            onClick={onNext ?? (() => goTo(nextStep(draft, step)))}
          >
            <span>{nextText}</span>
            {onNext ? null : <ArrowRight aria-hidden size={18} />}
          </Button>
        </div>
      </Stack>
    </div>
  );
}
