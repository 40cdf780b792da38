// Taking a group off the waiting list: the place in the line is lost, and that is said before.
import type { ShownGroup } from '@/api/generated/ShownGroup.ts';
import { failureText } from '@/api/error.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import { longDate } from '@/ui/format.ts';
import { leaveTexts, useLeave } from './commands.ts';
import { isAlone } from './waitingText.ts';

interface Props {
  readonly group: ShownGroup;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}

export function LeaveDialog({ group, onClose, onDone }: Props) {
  const leave = useLeave();
  const { golfclub, date } = group;
  const alone = isAlone(group);
  return (
    <Dialog title="Van de wachtlijst" onClose={onClose} locked={leave.isPending}>
      <p>
        De wachtlijst van <strong>{golfclub.name}</strong> op <strong>{longDate(date)}</strong>.
      </p>
      <p>
        {alone
          ? 'Je plek vervalt. Ga je er later weer op, dan sluit je achteraan aan.'
          : 'De hele groep gaat eraf en de anderen krijgen bericht. Gaan jullie er later weer op, dan sluiten jullie achteraan aan.'}
      </p>
      <Alert>{leave.error && failureText(leave.error, leaveTexts)}</Alert>
      <DialogActions>
        <Button
          variant="danger"
          busyText={leave.isPending && 'bezig…'}
          onClick={() =>
            leave.mutate(group.group, {
              onSuccess: () =>
                onDone(
                  `${alone ? 'Je staat' : 'Jullie staan'} niet meer op de wachtlijst van ${golfclub.name} op ${longDate(date)}.`,
                ),
            })
          }
        >
          ja, van de wachtlijst
        </Button>
        <Button variant="secondary" data-safe disabled={leave.isPending} onClick={onClose}>
          terug
        </Button>
      </DialogActions>
    </Dialog>
  );
}
