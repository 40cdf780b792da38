// The vouchers, given and bought.
import { Badge, Button } from '@/ui';
import type { VoucherView } from '../../api/generated/VoucherView.ts';
import { DataTable, type Column, formatInstant, SubjectLink } from '../../ui/index.ts';
import { Part, type PartProps } from './Part.tsx';
import { mayWithdraw } from './WithdrawVoucherDialog.tsx';

const tones: Readonly<Record<string, 'green' | 'danger'>> = { unused: 'green', forfeited: 'danger' };

const columns: readonly Column<VoucherView>[] = [
  {
    key: 'title',
    header: 'Voucher',
    isRowHeader: true,
    cell: ({ id, title }) => (
      <SubjectLink kind="voucher" id={id}>
        {title}
      </SubjectLink>
    ),
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => (kind === 'bonus' ? 'given' : 'bought') },
  { key: 'holes', header: 'Holes', cell: ({ holes }) => holes },
  { key: 'expires', header: 'Valid until', cell: ({ expires }) => formatInstant(expires) },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, used_on }) => (
      <span>
        <Badge tone={tones[status] ?? 'sand'}>{status}</Badge> {used_on ? `on ${formatInstant(used_on)}` : ''}
      </span>
    ),
  },
];

/** Old vouchers that cannot be used are left out where there are many. */
function Left({ member: { vouchers, vouchers_total: total = 0 } }: Pick<PartProps, 'member'>) {
  if (vouchers.length >= total) return null;
  return (
    <p className="soft small">
      {vouchers.length} of {total}: those that can be used or were forfeited, and the latest others.
    </p>
  );
}

export function VouchersPart({ member, done, onAct }: PartProps) {
  const grant = onAct ? (
    <Button variant="secondary" onClick={() => onAct({ act: 'voucher' })}>
      Grant vouchers…
    </Button>
  ) : null;
  const withdraw: Column<VoucherView> = {
    key: 'withdraw',
    header: 'Act',
    cell: (voucher) =>
      mayWithdraw(voucher) ? (
        <Button
          variant="secondary"
          aria-label={`Withdraw ${voucher.title}…`}
          onClick={() => onAct?.({ act: 'withdraw-voucher', voucher })}
        >
          Withdraw…
        </Button>
      ) : null,
  };
  return (
    <Part part="vouchers" title="Vouchers" done={done} action={grant}>
      <Left member={member} />
      {member.vouchers.length === 0 ? (
        <p>The member has no voucher.</p>
      ) : (
        <DataTable
          caption="Vouchers"
          hideCaption
          columns={onAct && member.vouchers.some(mayWithdraw) ? [...columns, withdraw] : columns}
          rows={member.vouchers}
          rowKey={({ id }) => id}
        />
      )}
    </Part>
  );
}
