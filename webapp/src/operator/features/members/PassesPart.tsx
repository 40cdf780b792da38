// The season passes, and how much of each is used.
import { Button } from '@/ui';
import type { PassView } from '../../api/generated/PassView.ts';
import { type Column, DataTable, euros, formatInstant } from '../../ui/index.ts';
import { Part, type PartProps } from './Part.tsx';

const described: readonly Column<PassView>[] = [
  { key: 'name', header: 'Pass', isRowHeader: true, cell: ({ name }) => name },
  {
    key: 'valid',
    header: 'Valid',
    cell: ({ startdate, enddate }) => `${formatInstant(startdate)} to ${formatInstant(enddate)}`,
  },
  { key: 'used', header: 'Rounds used', cell: ({ used, max }) => `${used} of ${max}` },
  {
    key: 'month',
    header: 'This month',
    cell: ({ used_this_month, per_month }) => usedText(used_this_month, per_month),
  },
  { key: 'holes', header: 'Holes', cell: ({ max_holes }) => `up to ${max_holes}` },
  { key: 'amount', header: 'Price', cell: ({ amount_cents }) => euros(amount_cents) },
];

const usedText = (used: number, limit: number | null) =>
  limit === null ? `${used}, no limit` : `${used} of ${limit}`;

export function PassesPart({ member, done, onAct }: PartProps) {
  const months = new Map(member.ledger_months?.map((one) => [one.pass, one]));
  const nextMonth: Column<PassView> = {
    key: 'next-month',
    header: 'Next month',
    cell: ({ id }) => {
      const next = months.get(id)?.next;
      return next ? usedText(next.used, next.limit) : 'ended';
    },
  };
  // A node of the release before does not count the next month.
  const columns = member.ledger_months ? described.toSpliced(4, 0, nextMonth) : described;
  const grant = onAct ? (
    <Button variant="secondary" onClick={() => onAct({ act: 'pass' })}>
      Grant a pass…
    </Button>
  ) : null;
  const withdraw: Column<PassView> = {
    key: 'withdraw',
    header: 'Act',
    cell: (pass) => (
      <Button
        variant="secondary"
        aria-label={`Withdraw ${pass.name}…`}
        onClick={() => onAct?.({ act: 'withdraw-pass', pass })}
      >
        Withdraw…
      </Button>
    ),
  };
  return (
    <Part part="passes" title="Passes" done={done} action={grant}>
      {member.passes.length === 0 ? (
        <p>The member has no pass.</p>
      ) : (
        <DataTable
          caption="Passes"
          hideCaption
          columns={onAct ? [...columns, withdraw] : columns}
          rows={member.passes}
          rowKey={({ id }) => id}
        />
      )}
    </Part>
  );
}
