// Taking a group off the waiting list: the place in the line is lost, and the dialog says so before.
import type { ShownGroup } from '@/api/generated/ShownGroup.ts';
import { failureText } from '@/api/error.ts';
import { ConfirmDialog, longDate } from '@/ui';
import { leaveTexts, useLeave } from './commands.ts';
import { isAlone, wordsFor } from './waitingText.ts';

interface Props {
  readonly group: ShownGroup;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}

export function LeaveDialog({ group, onClose, onDone }: Props) {
  const leave = useLeave();
  const { golfclub, date } = group;
  const alone = isAlone(group);
  const isForOthers = !group.players.some(({ is_me }) => is_me);
  return (
    <ConfirmDialog
      title="Van de wachtlijst"
      confirmLabel="ja, van de wachtlijst"
      busy={leave.isPending}
      failure={leave.error && failureText(leave.error, leaveTexts)}
      onConfirm={() =>
        leave.mutate(group.group, {
          onSuccess: () =>
            onDone(
              `${wordsFor(group).stand} niet meer op de wachtlijst van ${golfclub.name} op ${longDate(date)}.`,
            ),
        })
      }
      onClose={onClose}
    >
      <p>
        De wachtlijst van <strong>{golfclub.name}</strong> op <strong>{longDate(date)}</strong>.
      </p>
      <p>
        {isForOthers
          ? 'De plek op de lijst vervalt. Wie er later weer op gaat, sluit achteraan aan.'
          : alone
            ? 'Je plek vervalt. Ga je er later weer op, dan sluit je achteraan aan.'
            : 'De hele groep gaat eraf en de anderen krijgen bericht. Gaan jullie er later weer op, dan sluiten jullie achteraan aan.'}
      </p>
    </ConfirmDialog>
  );
}
