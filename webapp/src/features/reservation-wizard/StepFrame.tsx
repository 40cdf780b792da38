// The frame of one step: the progress, the question as heading, the answers so far, and the buttons to the previous
// and next step.
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import {
  nextStep,
  previousStep,
  progressText,
  stepPath,
  stepsOf,
  type Step,
} from '@/features/draft/steps.ts';
import { Notice } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Page } from '@/ui/Page.tsx';
import { Loader } from './Loader.tsx';
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
  /** Called instead of going to the next step. */
  readonly onNext?: () => void;
}

// The direction of the last change of step, for the animation.
let direction: 'forward' | 'back' = 'forward';

export function useGoTo(): (step: Step, direction?: 'forward' | 'back') => void {
  const navigate = useNavigate();
  return (step, to = 'forward') => {
    direction = to;
    void navigate({ to: stepPath[step] });
  };
}

export function StepFrame({
  step,
  title,
  intro,
  children,
  nextText = 'verder',
  nextDisabled,
  onNext,
}: Props) {
  const draft = useDraft();
  const entering = useEntering();
  const goTo = useGoTo();
  const previous = previousStep(draft, step);
  const steps = stepsOf(draft);
  const current = steps.indexOf(step);

  return (
    <Page
      title={title}
      intro={intro}
      above={
        <div className={styles.progress}>
          <span className={styles.dots} aria-hidden>
            {steps.map((name, index) => (
              <span key={name} className={styles.dot} data-done={index <= current || undefined} />
            ))}
          </span>
          <span>{progressText(draft, step)}</span>
          <Link to="/" preload={false} className={styles.stop} onClick={() => dispatch({ type: 'reset' })}>
            stop reservering
          </Link>
        </div>
      }
    >
      {entering ? (
        <Loader />
      ) : (
        <div className={styles.panel} data-direction={direction}>
          {draft.dropped ? <Notice>{draft.dropped}</Notice> : null}
          {children}
        </div>
      )}
      <div className={styles.foot}>
        <Summary draft={draft} step={step} />
        <div className={styles.buttons}>
          {previous ? (
            <Button variant="secondary" onClick={() => goTo(previous, 'back')}>
              <ArrowLeft aria-hidden size={18} />
              vorige
            </Button>
          ) : null}
          <Button
            className={styles.next ?? ''}
            disabled={entering || nextDisabled === true}
            onClick={onNext ?? (() => goTo(nextStep(draft, step)))}
          >
            {nextText}
            {onNext ? null : <ArrowRight aria-hidden size={18} />}
          </Button>
        </div>
      </div>
    </Page>
  );
}
