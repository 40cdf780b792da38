// One day: how full it is, and what a manager may change.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Dialog, DialogActions, Loaded, longDate } from '@/ui';
import type { CourseDay } from '@/club/api/generated/CourseDay.ts';
import type { WantedChange } from '@/club/api/generated/WantedChange.ts';
import { capital, closedText, takenText } from '@/club/features/arrivals/words.ts';
import { ChangeForm } from './ChangeForm.tsx';
import { isChanged, TITLES } from './days.ts';
import { closingQuery } from './queries.ts';

interface DaySheetProps {
  readonly day: CourseDay;
  readonly usual: number | null;
  readonly onClose: () => void;
}

export function DaySheet({ day, usual, onClose }: DaySheetProps) {
  const [change, setChange] = useState<WantedChange>();
  const [busy, setBusy] = useState(false);
  const title = capital(longDate(day.date));
  const form = { day, usual, onBusy: setBusy, onBack: () => setChange(undefined), onDone: onClose };
  if (change) {
    return (
      <Dialog key={change} title={`${title}: ${TITLES[change]}`} onClose={onClose} locked={busy}>
        {change === 'close' ? <Closing {...form} /> : <ChangeForm {...form} change={change} />}
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{takenText(day)}</p>
      {day.closed ? <p className="strong">{closedText(day.closed)}</p> : null}
      <DialogActions>
        {day.closed?.by === 'day' ? null : (
          <>
            <Button variant="danger" onClick={() => setChange('close')}>
              dag sluiten…
            </Button>
            <Button variant="secondary" onClick={() => setChange('limit')}>
              aantal plaatsen…
            </Button>
          </>
        )}
        {isChanged(day) ? (
          <Button variant="secondary" onClick={() => setChange('open')}>
            {day.closed?.by === 'day' ? 'weer openstellen…' : 'gewoon aantal plaatsen…'}
          </Button>
        ) : null}
        <Button variant="secondary" data-safe onClick={onClose}>
          terug
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface CloseTodayProps extends DaySheetProps {
  /** What was just said about the course. */
  readonly notice: string;
}

/** Asked when the course is said to be closed: the players of today are still booked then. */
export function CloseTodayDialog({ day, usual, notice, onClose }: CloseTodayProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title="Ook boekingen van vandaag annuleren?" onClose={onClose} locked={busy}>
      <Closing day={day} usual={usual} notice={notice} onBusy={setBusy} onBack={onClose} onDone={onClose} />
    </Dialog>
  );
}

interface ClosingProps extends Omit<DaySheetProps, 'onClose'> {
  readonly notice?: string;
  readonly onBusy: (busy: boolean) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

function Closing(props: ClosingProps) {
  const query = useQuery(closingQuery(props.day.date));
  return <Loaded query={query}>{(met) => <ChangeForm {...props} change="close" met={met} />}</Loaded>;
}
