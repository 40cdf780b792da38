// Rights that were forfeited and are not given back yet.
import { Button } from '@/ui';
import type { ForfeitedView } from '../../api/generated/ForfeitedView.ts';
import { DataTable, type Column, Instant, formatDay, SubjectLink } from '../../ui/index.ts';
import { Part, type PartProps } from './Part.tsx';
import styles from './Part.module.css';
import { EventLink, RightAct } from './RightAct.tsx';

type Lost = Pick<ForfeitedView, 'booking_id' | 'club' | 'play_date' | 'holes' | 'right' | 'title'>;

/** The round for which a right was lost. */
export function LostRound({ lost: { booking_id, club, play_date, holes } }: { readonly lost: Lost }) {
  return (
    <SubjectLink kind="booking" id={booking_id}>
      {club.name}, {formatDay(play_date)}, {holes} holes
    </SubjectLink>
  );
}

export const rightText = ({ right, title }: Lost) => `${right === 'voucher' ? 'Voucher' : 'Pass'} “${title}”`;

const described: readonly Column<ForfeitedView>[] = [
  {
    key: 'round',
    header: 'Round',
    isRowHeader: true,
    cell: (forfeited) => <LostRound lost={forfeited} />,
  },
  {
    key: 'right',
    header: 'Right',
    cell: rightText,
  },
  {
    key: 'at',
    header: 'Forfeited',
    // A node of the release before does not say by whom.
    cell: ({ forfeited, forfeited_at, position }) =>
      forfeited ? (
        <RightAct act={forfeited} />
      ) : (
        <span>
          <Instant at={forfeited_at} /> {position !== null && <EventLink position={position} />}
        </span>
      ),
  },
];

export function ForfeitedPart({ member, done, onAct }: PartProps) {
  const columns: readonly Column<ForfeitedView>[] = onAct
    ? [
        ...described,
        {
          key: 'give-back',
          header: 'Act',
          // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
          cell: (forfeited) => (
            <span>
              <Button
                variant="secondary"
                className={styles.button}
                aria-label={`Give back the right of ${formatDay(forfeited.play_date)} at ${forfeited.club.name}`}
                onClick={() => onAct({ act: 'give-back', forfeited })}
              >
                Give back…
              </Button>
            </span>
          ),
        },
      ]
    : described;
  return (
    <Part part="forfeited" title="Forfeited rights" done={done}>
      {member.forfeited.length === 0 ? (
        <p>No right is forfeited.</p>
      ) : (
        <DataTable
          caption="Forfeited rights"
          hideCaption
          columns={columns}
          rows={member.forfeited}
          rowKey={({ place_id }) => place_id}
        />
      )}
    </Part>
  );
}
