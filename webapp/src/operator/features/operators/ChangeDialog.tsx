// Disables, enables or resets an operator, and says beforehand what that does.
import type { OperatorEntry } from '../../api/generated/OperatorEntry.ts';
import { ActDialog } from '../../ui/index.ts';
import { changeOperator, type Change } from './queries.ts';

const texts: Readonly<Record<Change, { readonly title: string; readonly effect: string }>> = {
  disable: {
    title: 'Disable',
    effect:
      'All sessions end at once, members’ portals that were opened too, and logging in is not possible until an admin enables the account.',
  },
  enable: {
    title: 'Enable',
    effect: 'Logging in is possible again, with the same password and second factor.',
  },
  reset: {
    title: 'Reset',
    effect:
      'All sessions end, members’ portals that were opened too, and the password and the second factor do not work any more. You get a link with which new ones are chosen.',
  },
};

interface ChangeDialogProps {
  readonly change: Change;
  readonly operator: OperatorEntry;
  /** A reset gives a link. */
  readonly onChanged: (name: string, link?: string) => void;
  readonly onClose: () => void;
}

export function ChangeDialog({ change, operator, onChanged, onClose }: ChangeDialogProps) {
  const { title, effect } = texts[change];
  return (
    <ActDialog
      title={`${title} ${operator.name}`}
      explanation={<p>{effect}</p>}
      confirmLabel={title}
      isDangerous={change !== 'enable'}
      onConfirm={async (reason) => {
        onChanged(operator.name, await changeOperator(change, operator.id, reason));
      }}
      onClose={onClose}
    />
  );
}
