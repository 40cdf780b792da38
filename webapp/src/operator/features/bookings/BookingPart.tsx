// The players of a booking, those who play and those whose place was cancelled, and cancelling places of it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge, Button, Region } from '@/ui';
import type { BookingView } from '../../api/generated/BookingView.ts';
import { reloadAfterAct } from '../../api/reloadAfterAct.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { DataTable, Done, Instant, formatDay, SubjectLink, type Column } from '../../ui/index.ts';
import { CancelPlacesDialog } from './CancelPlacesDialog.tsx';

interface PlaceRow {
  readonly place_id: string;
  readonly member_id: string;
  readonly name: string;
  readonly right: string;
  readonly isMaster: boolean;
  /** Undefined while it is played, or is to be. */
  readonly cancelled?: BookingView['cancelled'][number];
}

const columns: readonly Column<PlaceRow>[] = [
  {
    key: 'player',
    header: 'Player',
    isRowHeader: true,
    cell: ({ member_id, name, isMaster }) => (
      <span>
        <SubjectLink kind="member" id={member_id}>
          {name}
        </SubjectLink>{' '}
        {isMaster ? <span className="soft small">master of the group</span> : null}
      </span>
    ),
  },
  { key: 'right', header: 'Right', cell: ({ right }) => (right === 'voucher' ? 'voucher' : 'pass') },
  // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
  { key: 'place', header: 'Place', cell: (row) => <PlaceState row={row} /> },
];

function PlaceState({ row: { cancelled } }: { readonly row: PlaceRow }) {
  if (!cancelled) return <Badge tone="green">active</Badge>;
  const { cancelled_at, is_forfeited, club_notice } = cancelled;
  return (
    <div>
      <Badge tone={is_forfeited ? 'danger' : 'sand'}>cancelled</Badge>{' '}
      {cancelled_at ? <Instant at={cancelled_at} /> : null}
      <p className="soft small">{is_forfeited ? 'the right is forfeited' : 'the right was given back'}</p>
      {club_notice ? <p lang="nl">{club_notice}</p> : null}
    </div>
  );
}

export function BookingPart({ booking }: { readonly booking: BookingView }) {
  const queryClient = useQueryClient();
  const mayAct = hasRole(useSession(), 'support');
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<string>();
  const { club, play_date, players, cancelled, may_cancel } = booking;
  const rows: readonly PlaceRow[] = [
    ...players.map(({ is_master, ...player }) => ({ ...player, isMaster: is_master && players.length > 1 })),
    ...cancelled.map((place) => ({ ...place, isMaster: false, cancelled: place })),
  ];
  const begin = () => {
    setDone(undefined);
    setOpen(true);
  };
  return (
    <Region
      title="Players"
      aside={
        mayAct && may_cancel ? (
          <Button
            variant="secondary"
            aria-label={`Cancel the round at ${club.name} on ${formatDay(play_date)}`}
            onClick={begin}
          >
            Cancel…
          </Button>
        ) : null
      }
    >
      {done ? <Done>{done}</Done> : null}
      <DataTable
        caption="Players"
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={({ place_id }) => place_id}
      />
      {isOpen ? (
        <CancelPlacesDialog
          round={booking}
          // Of a group, the operator says whose: the caller may be any of them.
          chosen={players.length === 1 ? players.map(({ place_id }) => place_id) : []}
          onCancelled={(text) => {
            setOpen(false);
            setDone(text);
            reloadAfterAct(queryClient);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Region>
  );
}
