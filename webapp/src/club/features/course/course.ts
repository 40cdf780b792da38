// What a club says about its course, in the words of its screens.
import { dotted } from '@/ui';
import type { CourseReport } from '@/club/api/generated/CourseReport.ts';
import type { CourseStatus } from '@/club/api/generated/CourseStatus.ts';
import type { NewCourseReport } from '@/club/api/generated/NewCourseReport.ts';

export const STATUSES: readonly { readonly value: CourseStatus; readonly label: string }[] = [
  { value: 'open', label: 'open' },
  { value: 'partly', label: 'deels open' },
  { value: 'closed', label: 'gesloten' },
];

export const NEW: NewCourseReport = { status: 'open', winter_greens: false, no_carts: false, note: '' };

/** The part of a report that can be said again. */
export const said = ({ status, winter_greens, no_carts, note }: CourseReport): NewCourseReport => ({
  status,
  winter_greens,
  no_carts,
  note,
});

/** `deels open · wintergreens · Hole 4 is dicht` */
export const reportText = ({ status, winter_greens, no_carts, note }: NewCourseReport): string =>
  dotted([
    STATUSES.find(({ value }) => value === status)?.label ?? status,
    winter_greens ? 'wintergreens' : '',
    no_carts ? "geen buggy's" : '',
    note,
  ]);

const isPlain = (report: NewCourseReport) => reportText(report) === reportText(NEW);

/** Whether players get a message: nobody needs one that all is as always. */
export const isNews = (report: NewCourseReport, before: NewCourseReport | undefined): boolean =>
  !isPlain(report) || (before !== undefined && !isPlain(before));

export const isSame = (report: NewCourseReport, before: NewCourseReport | undefined): boolean =>
  before !== undefined && reportText(report) === reportText(before);

/** The report before with what was changed. That the course is open ends whatever else was said of it. */
export function written(
  before: NewCourseReport = NEW,
  changed: Partial<NewCourseReport> = {},
): NewCourseReport {
  const isOpened = changed.status === 'open' && before.status !== 'open';
  return { ...(isOpened ? NEW : before), ...changed };
}
