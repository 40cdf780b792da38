// What differs from statements of earlier months: the line of before is taken away, and the one of now is added.
import { Region } from '@/ui';
import { LineRows } from './LineRows.tsx';
import type { Subject } from './draft.ts';
import type { Dispute, Line } from './queries.ts';
import { byMonth, monthText } from './words.ts';

interface CorrectionsProps {
  readonly lines: readonly Line[];
  readonly disputes: readonly Dispute[];
  readonly sent: Subject | undefined;
  readonly onOpen: (line: Line) => void;
}

export function Corrections({ lines, ...props }: CorrectionsProps) {
  if (lines.length === 0) return null;
  return (
    <Region title="Correcties van eerdere maanden">
      <p className="soft">
        Deze rondes zijn veranderd nadat hun maand was afgesloten. De oude regel gaat eraf, de nieuwe komt
        erbij.
      </p>
      {byMonth(lines).map(([month, of]) => (
        <section key={month} aria-label={`Hoort bij ${monthText(month)}`}>
          <h3 className="text-size">{`Hoort bij ${monthText(month)}`}</h3>
          <LineRows lines={of} isDated {...props} />
        </section>
      ))}
    </Region>
  );
}
