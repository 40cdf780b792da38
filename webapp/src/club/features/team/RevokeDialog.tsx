import { ConfirmDialog, Notice } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { ClubDevice } from '../../api/generated/ClubDevice.ts';
import { useRevoke } from './queries.ts';

interface RevokeDialogProps {
  readonly device: ClubDevice;
  readonly onDone: (sentence: string) => void;
  readonly onClose: () => void;
}

export function RevokeDialog({ device, onDone, onClose }: RevokeDialogProps) {
  const { name, waiting_scans } = device;
  const revoking = useRevoke();
  return (
    <ConfirmDialog
      title={`${name} ontkoppelen`}
      confirmLabel="ontkoppelen"
      busy={revoking.isPending}
      failure={revoking.error && failureText(revoking.error)}
      onConfirm={() => revoking.mutate(device, { onSuccess: () => onDone(`${name} is ontkoppeld.`) })}
      onClose={onClose}
    >
      <p>
        Dit toestel ziet dan meteen niets meer en kan niet meer scannen. Je kunt het later opnieuw koppelen.
      </p>
      {waiting_scans ? (
        <Notice>
          Op dit toestel {waiting_scans === 1 ? 'wacht nog 1 scan' : `wachten nog ${waiting_scans} scans`}.
          Geef het eerst verbinding: anders komen ze pas binnen als je het opnieuw koppelt.
        </Notice>
      ) : null}
    </ConfirmDialog>
  );
}
