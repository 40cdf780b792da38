// Disables, enables or resets an operator, and says beforehand what that does: in other words where it is one's own account.
import { Notice } from '@/ui';
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
      'All sessions end, members’ portals that were opened too, and the password, the second factor and the recovery codes do not work any more. You get a link with which new ones are chosen.',
  },
};

interface ChangeDialogProps {
  readonly change: Change;
  readonly operator: OperatorEntry;
  /** It is the account of the admin who changes it. */
  readonly isOwn: boolean;
  /** A reset gives a link. */
  readonly onChanged: (name: string, link?: string) => void;
  readonly onClose: () => void;
}

export function ChangeDialog({ change, operator, isOwn, onChanged, onClose }: ChangeDialogProps) {
  const { title, effect } = texts[change];
  return (
    <ActDialog
      title={isOwn ? `${title} your own account` : `${title} ${operator.name}`}
      explanation={
        isOwn ? (
          <Notice>
            This is you: you are logged out at once, and only another admin can let you in again.
          </Notice>
        ) : (
          <p>{effect}</p>
        )
      }
      confirmLabel={isOwn ? `${title} my own account` : title}
      isDangerous={change !== 'enable'}
      onConfirm={async (reason) => {
        onChanged(operator.name, await changeOperator(change, operator.id, reason));
      }}
      onClose={onClose}
    />
  );
}
