// The club's own systems: what each may do, a new token, and the end of its access.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ConfirmDialog, cx, Loaded, Region, Skeleton, Stack } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { ClubSystem } from '../../api/generated/ClubSystem.ts';
import { momentText } from '../../ui/index.ts';
import { NewSystemDialog } from './NewSystemDialog.tsx';
import { systemsQuery, useRevokeSystem, useRotateSystem } from './queries.ts';
import { scopesText } from './scopes.ts';
import { SystemTokenDialog, type SystemToken } from './SystemTokenDialog.tsx';
import styles from './Team.module.css';

type Open =
  | { readonly dialog: 'new' }
  | { readonly dialog: 'token'; readonly system: SystemToken }
  | { readonly dialog: 'rotate' | 'revoke'; readonly system: ClubSystem };

export function Systems({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const queryClient = useQueryClient();
  const query = useQuery(systemsQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const show = (system: SystemToken) => {
    onDone('');
    setOpen({ dialog: 'token', system });
    void queryClient.invalidateQueries({ queryKey: systemsQuery.queryKey });
  };
  return (
    <Region title="Koppelingen">
      <Loaded
        query={query}
        skeleton={<Skeleton height="5rem" />}
        empty={
          <p>
            Er is nog geen koppeling. Met een koppeling werkt een systeem van de club zonder dat iemand
            inlogt.
          </p>
        }
      >
        {(systems: readonly ClubSystem[]) => (
          <Stack as="ul" className="panel lined" aria-label="Koppelingen">
            {systems.map((system) => (
              <Row key={system.id} system={system} onOpen={(dialog) => setOpen({ dialog, system })} />
            ))}
          </Stack>
        )}
      </Loaded>
      <div>
        <Button onClick={() => setOpen({ dialog: 'new' })}>koppeling maken</Button>
      </div>
      {open?.dialog === 'new' ? <NewSystemDialog onAdded={show} onClose={close} /> : null}
      {open?.dialog === 'token' ? <SystemTokenDialog system={open.system} onClose={close} /> : null}
      {open?.dialog === 'rotate' ? (
        <RotateDialog system={open.system} onToken={show} onClose={close} />
      ) : null}
      {open?.dialog === 'revoke' ? (
        <RevokeSystemDialog
          system={open.system}
          onDone={(sentence) => {
            close();
            onDone(sentence);
          }}
          onClose={close}
        />
      ) : null}
    </Region>
  );
}

interface RowProps {
  readonly system: ClubSystem;
  readonly onOpen: (dialog: 'rotate' | 'revoke') => void;
}

function Row({ system, onOpen }: RowProps) {
  const { name, scopes, created_by, created_at, last_used_at, previous_until } = system;
  return (
    <li className={cx('spread', styles.row)}>
      <Stack gap={1}>
        <h3 className="text-size breaks">{name}</h3>
        <p>{scopesText(scopes)}</p>
        <p className="small">
          {last_used_at ? `laatst gebruikt ${momentText(last_used_at)}` : 'nog niet gebruikt'}
        </p>
        {previous_until ? (
          <p className="small">de vorige sleutel werkt nog tot {momentText(previous_until)}</p>
        ) : null}
        <p className="soft small">
          gemaakt door {created_by}, {momentText(created_at)}
        </p>
      </Stack>
      <Stack gap={2}>
        <Button variant="secondary" aria-label={`nieuwe sleutel: ${name}`} onClick={() => onOpen('rotate')}>
          nieuwe sleutel
        </Button>
        <Button variant="secondary" aria-label={`intrekken: ${name}`} onClick={() => onOpen('revoke')}>
          intrekken
        </Button>
      </Stack>
    </li>
  );
}

interface RotateDialogProps {
  readonly system: ClubSystem;
  readonly onToken: (system: SystemToken) => void;
  readonly onClose: () => void;
}

function RotateDialog({ system, onToken, onClose }: RotateDialogProps) {
  const { name } = system;
  const rotating = useRotateSystem();
  return (
    <ConfirmDialog
      title={`Nieuwe sleutel voor ${name}`}
      confirmLabel="nieuwe sleutel"
      busy={rotating.isPending}
      failure={rotating.error && failureText(rotating.error)}
      onConfirm={() => rotating.mutate(system, { onSuccess: (token) => onToken({ name, ...token }) })}
      onClose={onClose}
    >
      <p>
        De huidige sleutel werkt nog 24 uur, zodat het systeem kan overstappen. Is hij uitgelekt? Trek de
        koppeling dan in en maak een nieuwe.
      </p>
    </ConfirmDialog>
  );
}

interface RevokeSystemDialogProps {
  readonly system: ClubSystem;
  readonly onDone: (sentence: string) => void;
  readonly onClose: () => void;
}

function RevokeSystemDialog({ system, onDone, onClose }: RevokeSystemDialogProps) {
  const { name } = system;
  const revoking = useRevokeSystem();
  return (
    <ConfirmDialog
      title={`${name} intrekken`}
      confirmLabel="intrekken"
      busy={revoking.isPending}
      failure={revoking.error && failureText(revoking.error)}
      onConfirm={() => revoking.mutate(system, { onSuccess: () => onDone(`${name} is ingetrokken.`) })}
      onClose={onClose}
    >
      <p>Het systeem leest en meldt dan meteen niets meer. Dit kan niet ongedaan worden gemaakt.</p>
    </ConfirmDialog>
  );
}
