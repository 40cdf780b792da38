// Removing a passkey: it cannot log in any more, and the devices that logged in with it are logged out.
import type { PasskeyRow } from '@/api/generated/PasskeyRow.ts';
import { failureText } from '@/api/error.ts';
import { ConfirmDialog } from '@/ui';
import { passkeysTexts, useRemovePasskey } from './queries.ts';

interface Props {
  readonly passkey: PasskeyRow;
  readonly onClose: () => void;
  readonly onRemoved: (message: string) => void;
}

export function RemoveDialog({ passkey, onClose, onRemoved }: Props) {
  const removing = useRemovePasskey();
  return (
    <ConfirmDialog
      title="Passkey verwijderen"
      confirmLabel="ja, verwijderen"
      busy={removing.isPending}
      failure={removing.error && failureText(removing.error, passkeysTexts)}
      onConfirm={() =>
        removing.mutate(passkey, {
          onSuccess: () => onRemoved(`De passkey ${passkey.name} is verwijderd.`),
        })
      }
      onClose={onClose}
    >
      <p>
        Met <strong>{passkey.name}</strong> kun je dan niet meer inloggen. Andere apparaten die ermee zijn
        ingelogd, worden uitgelogd.
      </p>
      <p>Verwijder hem daarna ook op het apparaat zelf, in de instellingen voor wachtwoorden.</p>
    </ConfirmDialog>
  );
}
