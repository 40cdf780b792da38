// The devices of the club: when each last sent its scans, how many wait on it, and the end of its access.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge, Button, counted, cx, Loaded, Region, Skeleton, Stack } from '@/ui';
import type { ClubDevice } from '../../api/generated/ClubDevice.ts';
import { momentText } from '../../ui/index.ts';
import { NameDeviceDialog } from './NameDeviceDialog.tsx';
import { PairingDialog, type Pairing } from './PairingDialog.tsx';
import { devicesQuery } from './queries.ts';
import { RevokeDialog } from './RevokeDialog.tsx';
import styles from './Team.module.css';

type Open =
  | { readonly dialog: 'name' }
  | { readonly dialog: 'code'; readonly pairing: Pairing }
  | { readonly dialog: 'revoke'; readonly device: ClubDevice };

export function Devices({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const queryClient = useQueryClient();
  const query = useQuery(devicesQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const done = (sentence: string) => {
    close();
    onDone(sentence);
    void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
  };
  return (
    <Region title="Toestellen">
      <Loaded
        query={query}
        skeleton={<Skeleton height="5rem" count={2} />}
        empty={<p>Er is nog geen toestel gekoppeld. Een gekoppeld toestel scant zonder dat iemand inlogt.</p>}
      >
        {(devices: readonly ClubDevice[]) => (
          <Stack as="ul" className="panel lined" aria-label="Toestellen">
            {devices.map((device) => (
              <Row key={device.id} device={device} onRevoke={() => setOpen({ dialog: 'revoke', device })} />
            ))}
          </Stack>
        )}
      </Loaded>
      <div>
        <Button onClick={() => setOpen({ dialog: 'name' })}>toestel koppelen</Button>
      </div>
      {open?.dialog === 'name' ? (
        <NameDeviceDialog
          known={query.data ?? []}
          onPairing={(pairing) => {
            onDone('');
            setOpen({ dialog: 'code', pairing });
          }}
          onClose={close}
        />
      ) : null}
      {open?.dialog === 'code' ? (
        <PairingDialog
          pairing={open.pairing}
          onPaired={(name) => done(`${name} is gekoppeld.`)}
          onAgain={() => setOpen({ dialog: 'name' })}
          onClose={close}
        />
      ) : null}
      {open?.dialog === 'revoke' ? <RevokeDialog device={open.device} onDone={done} onClose={close} /> : null}
    </Region>
  );
}

function Row({ device, onRevoke }: { readonly device: ClubDevice; readonly onRevoke: () => void }) {
  const { name, paired_at, paired_by, last_synced_at, waiting_scans } = device;
  return (
    <li className={cx('spread', styles.row)}>
      <Stack gap={1}>
        <h3 className="text-size breaks">{name}</h3>
        <p className="small">
          {last_synced_at ? `laatst bijgewerkt ${momentText(last_synced_at)}` : 'nog niet bijgewerkt'}
        </p>
        {waiting_scans ? (
          <p>
            <Badge tone="sand">
              {counted(waiting_scans, 'scan wacht op verbinding', 'scans wachten op verbinding')}
            </Badge>
          </p>
        ) : null}
        <p className="soft small">
          gekoppeld door {paired_by}, {momentText(paired_at)}
        </p>
      </Stack>
      <Button variant="secondary" aria-label={`ontkoppelen: ${name}`} onClick={onRevoke}>
        ontkoppelen
      </Button>
    </li>
  );
}
