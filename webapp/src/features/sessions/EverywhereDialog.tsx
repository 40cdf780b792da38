// Logging out everywhere: on all other devices, and on this one too when the member wants that.
import { useState } from 'react';
import { failureText } from '@/api/error.ts';
import { Checkbox, ConfirmDialog } from '@/ui';
import { sessionsTexts, useLogOutEverywhere } from './queries.ts';

interface Props {
  /** Whether the member is logged in anywhere else. */
  readonly hasOthers: boolean;
  readonly onClose: () => void;
  readonly onEnded: (includingThis: boolean) => void;
}

export function EverywhereDialog({ hasOthers, onClose, onEnded }: Props) {
  const [includingThis, setIncludingThis] = useState(!hasOthers);
  const ending = useLogOutEverywhere(onEnded);
  return (
    <ConfirmDialog
      title="Overal uitloggen"
      confirmLabel={includingThis ? 'overal uitloggen' : 'alle andere apparaten uitloggen'}
      busy={ending.isPending}
      failure={ending.error && failureText(ending.error, sessionsTexts)}
      onConfirm={() => ending.mutate(includingThis)}
      onClose={onClose}
    >
      <p>Op al je andere apparaten moet je daarna opnieuw inloggen. Je reserveringen blijven staan.</p>
      <p>
        Ook je agenda wordt ontkoppeld, je krijgt op die apparaten geen meldingen meer, en links die we je
        mailden werken niet meer. Je wachtwoord en je passkeys blijven werken.
      </p>
      <Checkbox
        label="ook op dit apparaat"
        checked={includingThis}
        onChange={(event) => setIncludingThis(event.target.checked)}
      />
    </ConfirmDialog>
  );
}
