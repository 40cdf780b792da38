// How a course is today, as its club says it. Only where there is something to say.
import { Flag } from 'lucide-react';
import { CourseState } from '@/api/generated/CourseState.ts';
import { dotted } from '@/ui';
import styles from './CourseLine.module.css';

const STATUS = new Map<string, string>([
  ['open', 'Baan open'],
  ['partly', 'Baan deels open'],
  ['closed', 'Baan gesloten'],
]);

const clock = new Intl.DateTimeFormat('nl-NL', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Amsterdam',
});

/** `course` is as the server sent it: a line that cannot be read is left out. */
export function CourseLine({ course }: { readonly course: unknown }) {
  const { data } = CourseState.safeParse(course);
  const status = data && STATUS.get(data.status);
  if (!data || !status) return null;
  const facts = [
    status,
    data.winter_greens ? 'wintergreens' : '',
    data.no_carts ? "geen buggy's" : '',
    data.note,
    `sinds ${clock.format(Date.parse(data.at))}`,
  ];
  return (
    <p className={styles.line}>
      <Flag aria-hidden size={16} />
      {dotted(facts)}
    </p>
  );
}
