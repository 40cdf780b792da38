// The link that changes the order of the steps: first the day or first the course. It stands on the first of the two
// only: on the second, the other has been answered.
import { Link, useLocation } from '@tanstack/react-router';
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import { stepPath } from '@/features/draft/steps.ts';
import styles from './OrderSwitch.module.css';

export function OrderSwitch() {
  const { firstSelector, isPredefinedCourse } = useDraft();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (isPredefinedCourse || path !== stepPath[firstSelector]) return null;
  const other = firstSelector === 'course' ? 'date' : 'course';
  return (
    <p className={styles.line}>
      <Link to={stepPath[other]} onClick={() => dispatch({ type: 'select-first', selector: other })}>
        {other === 'date' ? 'kies eerst een datum' : 'kies eerst een baan'}
      </Link>
    </p>
  );
}
