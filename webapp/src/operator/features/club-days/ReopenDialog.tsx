// Opens a day again that was closed or limited for this day.
import type { DayView } from '../../api/generated/DayView.ts';
import { formatDay, ActDialog } from '../../ui/index.ts';
import { reopenDay } from './queries.ts';

interface ReopenDialogProps {
  readonly club: string;
  readonly day: DayView;
  readonly onReopened: () => void;
  readonly onClose: () => void;
}

export function ReopenDialog({ club, day, onReopened, onClose }: ReopenDialogProps) {
  return (
    <ActDialog
      title={`Reopen ${formatDay(day.date)}`}
      explanation={
        <p>
          The day can be booked again, with the club&apos;s own capacity. Rounds that were cancelled stay
          cancelled: members book again themselves.
        </p>
      }
      confirmLabel="Reopen the day"
      onConfirm={async (reason) => {
        await reopenDay(club, day.date, reason);
        onReopened();
      }}
      onClose={onClose}
    />
  );
}
