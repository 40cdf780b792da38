// The shared devices of clubs that have access.
import { Button } from '@/ui';
import type { ClubDeviceEntry } from '../../api/generated/ClubDeviceEntry.ts';
import { DataTable, type Column, Instant } from '../../ui/index.ts';
import type { ClubChange } from './queries.ts';

interface ClubDevicesTableProps {
  readonly devices: readonly ClubDeviceEntry[];
  /** The name of a club. */
  readonly nameOf: (club: string) => string;
  readonly onWish: (wish: ClubChange) => void;
}

export function ClubDevicesTable({ devices, nameOf, onWish }: ClubDevicesTableProps) {
  if (devices.length === 0) return <p>No device is paired.</p>;
  const columns: readonly Column<ClubDeviceEntry>[] = [
    { key: 'name', header: 'Device', isRowHeader: true, cell: ({ name }) => name },
    { key: 'club', header: 'Club', cell: ({ club }) => nameOf(club) },
    { key: 'by', header: 'Paired by', cell: ({ paired_by }) => paired_by },
    { key: 'paired', header: 'Paired', cell: ({ paired_at }) => <Instant at={paired_at} /> },
    { key: 'seen', header: 'Last seen', cell: ({ last_seen_at }) => <Instant at={last_seen_at} /> },
    {
      key: 'change',
      header: 'Change',
      cell: (device) => (
        <Button
          variant="danger"
          aria-label={`End the access of ${device.name}`}
          onClick={() => onWish({ change: 'revoke', device })}
        >
          End access
        </Button>
      ),
    },
  ];
  return <DataTable caption="Devices" columns={columns} rows={devices} rowKey={({ id }) => id} />;
}
