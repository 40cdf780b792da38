import { ConfirmDialog } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { ClubAccount } from '../../api/generated/ClubAccount.ts';
import { useDisable } from './queries.ts';

interface DisableDialogProps {
  readonly account: ClubAccount;
  readonly onDone: (sentence: string) => void;
  readonly onClose: () => void;
}

export function DisableDialog({ account, onDone, onClose }: DisableDialogProps) {
  const { name, disabled_at } = account;
  const changing = useDisable();
  const act = disabled_at ? 'deblokkeren' : 'blokkeren';
  return (
    <ConfirmDialog
      title={`${name} ${act}`}
      confirmLabel={act}
      busy={changing.isPending}
      failure={changing.error && failureText(changing.error)}
      onConfirm={() =>
        changing.mutate(account, {
          onSuccess: () => onDone(`${name} is ${disabled_at ? 'gedeblokkeerd' : 'geblokkeerd'}.`),
        })
      }
      onClose={onClose}
    >
      <p>
        {disabled_at
          ? `${name} kan weer inloggen, met hetzelfde wachtwoord en dezelfde app.`
          : `${name} wordt overal uitgelogd en kan niet meer inloggen, tot een beheerder dat weer toestaat.`}
      </p>
    </ConfirmDialog>
  );
}
