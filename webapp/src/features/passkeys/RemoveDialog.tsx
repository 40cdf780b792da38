// Removing a passkey: it cannot log in any more, and the devices that logged in with it are logged out.
import type { PasskeyRow } from '@/api/generated/PasskeyRow.ts';
import { failureText } from '@/api/error.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Dialog, DialogActions } from '@/ui/Dialog.tsx';
import { passkeysTexts, useRemovePasskey } from './queries.ts';

interface Props {
  readonly passkey: PasskeyRow;
  readonly onClose: () => void;
  readonly onRemoved: (message: string) => void;
}

export function RemoveDialog({ passkey, onClose, onRemoved }: Props) {
  const removing = useRemovePasskey();
  return (
    <Dialog title="Passkey verwijderen" onClose={onClose} locked={removing.isPending}>
      <p>
        Met <strong>{passkey.name}</strong> kun je dan niet meer inloggen. Andere apparaten die ermee zijn
        ingelogd, worden uitgelogd.
      </p>
      <p>Verwijder hem daarna ook op het apparaat zelf, in de instellingen voor wachtwoorden.</p>
      <Alert>{removing.error && failureText(removing.error, passkeysTexts)}</Alert>
      <DialogActions>
        <Button
          variant="danger"
          busyText={removing.isPending && 'bezig…'}
          onClick={() =>
            removing.mutate(passkey, {
              onSuccess: () => onRemoved(`De passkey ${passkey.name} is verwijderd.`),
            })
          }
        >
          ja, verwijderen
        </Button>
        <Button variant="secondary" data-safe disabled={removing.isPending} onClick={onClose}>
          terug
        </Button>
      </DialogActions>
    </Dialog>
  );
}
