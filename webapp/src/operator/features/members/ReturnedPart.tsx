// Forfeited rights that operators gave back: of what, by whom and why.
import { Region } from '@/ui';
import type { ReturnedView } from '../../api/generated/ReturnedView.ts';
import { DataTable, type Column } from '../../ui/index.ts';
import type { PartProps } from './Part.tsx';
import { RightAct } from './RightAct.tsx';
import { LostRound, rightText } from './ForfeitedPart.tsx';

const columns: readonly Column<ReturnedView>[] = [
  {
    key: 'round',
    header: 'Round',
    isRowHeader: true,
    cell: (returned) => <LostRound lost={returned} />,
  },
  { key: 'right', header: 'Right', cell: rightText },
  { key: 'forfeited', header: 'Forfeited', cell: ({ forfeited }) => <RightAct act={forfeited} /> },
  { key: 'returned', header: 'Given back', cell: ({ returned }) => <RightAct act={returned} /> },
];

/** Nothing where there are none, and of nodes of the release before. */
export function ReturnedPart({ member: { returned = [] } }: Pick<PartProps, 'member'>) {
  if (returned.length === 0) return null;
  return (
    <Region title="Rights given back">
      <DataTable
        caption="Rights given back"
        hideCaption
        columns={columns}
        rows={returned}
        rowKey={({ place_id, returned: act }) => `${place_id} ${act?.position}`}
      />
    </Region>
  );
}
