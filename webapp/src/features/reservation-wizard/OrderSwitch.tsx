// The link that changes the order of the steps: first the day or first the course.
import { Link } from '@tanstack/react-router';
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import { stepPath } from '@/features/draft/steps.ts';
import styles from './OrderSwitch.module.css';

export function OrderSwitch() {
  const { firstSelector, isPredefinedCourse } = useDraft();
  if (isPredefinedCourse) return null;
  const other = firstSelector === 'course' ? 'date' : 'course';
  return (
    <p className={styles.line}>
      <Link to={stepPath[other]} onClick={() => dispatch({ type: 'select-first', selector: other })}>
        {other === 'date' ? 'kies eerst een datum' : 'kies eerst een baan'}
      </Link>
    </p>
  );
}
