// The passkeys of one's own account. A browser that can have none does not ask for them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ConfirmDialog, cx, Loaded, Region, Skeleton, Stack, Status } from '@/ui';
import { supportsPasskeys } from '@/ui/webauthn.ts';
import { failureText } from '../../api/failure.ts';
import type { ClubPasskey } from '../../api/generated/ClubPasskey.ts';
import { momentText } from '../../ui/index.ts';
import styles from './Account.module.css';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { passkeysQuery, useRemovePasskey } from './queries.ts';

export function Passkeys() {
  const queryClient = useQueryClient();
  const query = useQuery({ ...passkeysQuery, enabled: supportsPasskeys() });
  const [open, setOpen] = useState<'add' | ClubPasskey>();
  const [done, setDone] = useState('');
  const close = () => setOpen(undefined);
  if (!supportsPasskeys()) return null;
  return (
    <Region title="Passkeys">
      {done ? <Status>{done}</Status> : null}
      <p className="soft">Met een passkey log je in zonder wachtwoord en code.</p>
      <Loaded query={query} skeleton={<Skeleton height="4.5rem" />} empty={<p>Je hebt nog geen passkeys.</p>}>
        {(passkeys: readonly ClubPasskey[]) => (
          <Stack as="ul" className="panel lined" aria-label="Passkeys">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className={cx('spread', styles.row)}>
                <Stack gap={1}>
                  <h3 className="text-size breaks">{passkey.name}</h3>
                  <p className="soft small">
                    {passkey.last_used_at
                      ? `laatst gebruikt ${momentText(passkey.last_used_at)}`
                      : `toegevoegd ${momentText(passkey.created_at)}`}
                  </p>
                </Stack>
                <Button
                  variant="secondary"
                  aria-label={`verwijderen: ${passkey.name}`}
                  onClick={() => setOpen(passkey)}
                >
                  verwijderen
                </Button>
              </li>
            ))}
          </Stack>
        )}
      </Loaded>
      <div>
        <Button variant="secondary" onClick={() => setOpen('add')}>
          passkey toevoegen
        </Button>
      </div>
      {open === 'add' ? (
        <AddPasskeyDialog
          onAdded={(name) => {
            close();
            setDone(`Je kunt nu inloggen met de passkey ${name}.`);
            void queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
          }}
          onClose={close}
        />
      ) : open ? (
        <RemoveDialog
          passkey={open}
          onRemoved={() => {
            close();
            setDone(`De passkey ${open.name} is verwijderd.`);
          }}
          onClose={close}
        />
      ) : null}
    </Region>
  );
}

interface RemoveDialogProps {
  readonly passkey: ClubPasskey;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

function RemoveDialog({ passkey, onRemoved, onClose }: RemoveDialogProps) {
  const removing = useRemovePasskey();
  return (
    <ConfirmDialog
      title="Passkey verwijderen"
      confirmLabel="verwijderen"
      busy={removing.isPending}
      failure={removing.error && failureText(removing.error)}
      onConfirm={() => removing.mutate(passkey, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      <p>
        Met <strong>{passkey.name}</strong> kun je dan niet meer inloggen. Andere toestellen die ermee zijn
        ingelogd, worden uitgelogd.
      </p>
    </ConfirmDialog>
  );
}
