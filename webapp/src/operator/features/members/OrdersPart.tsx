// The orders and their payments, and what became of the money.
import { Badge, Button } from '@/ui';
import type { OrderView } from '../../api/generated/OrderView.ts';
import { type Column, Copyable, DataTable, euros, Instant, SubjectLink } from '../../ui/index.ts';
import { Part, type PartProps } from './Part.tsx';
import { mayRefund } from './RefundDialog.tsx';

const columns: readonly Column<OrderView>[] = [
  {
    key: 'what',
    header: 'Order',
    isRowHeader: true,
    cell: ({ id, what }) => (
      <SubjectLink kind="order" id={id}>
        {what}
      </SubjectLink>
    ),
  },
  { key: 'placed_at', header: 'Ordered', cell: ({ placed_at }) => <Instant at={placed_at} /> },
  { key: 'amount', header: 'Price', cell: ({ amount_cents }) => euros(amount_cents) },
  {
    key: 'payment',
    header: 'Payment',
    cell: ({ payment, method }) => (
      <div>
        {payment ? <Copyable text={payment} what={`the payment ${payment}`} /> : 'none yet'}
        <p className="soft small">{method}</p>
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, refunded_cents, refund_requested_cents }) => (
      <span>
        <Badge tone={status === 'paid' ? 'green' : 'sand'}>{status}</Badge>{' '}
        {refundText(refunded_cents, refund_requested_cents)}
      </span>
    ),
  },
];

function refundText(refunded: number, requested: number): string {
  if (refunded > 0) return `${euros(refunded)} paid back`;
  return requested > 0 ? `${euros(requested)} is to be paid back` : '';
}

export function OrdersPart({ member, done, onAct }: PartProps) {
  const { orders } = member;
  // A node of the release before leaves them out.
  if (!orders) return null;
  const refund: Column<OrderView> = {
    key: 'refund',
    header: 'Act',
    cell: (order) =>
      mayRefund(order) ? (
        <Button
          variant="secondary"
          aria-label={`Refund ${order.what}…`}
          onClick={() => onAct?.({ act: 'refund', order })}
        >
          Refund…
        </Button>
      ) : null,
  };
  return (
    <Part part="orders" title="Orders" done={done}>
      {orders.length === 0 ? (
        <p>The member has no order.</p>
      ) : (
        <DataTable
          caption="Orders"
          hideCaption
          columns={onAct && orders.some(mayRefund) ? [...columns, refund] : columns}
          rows={orders}
          rowKey={({ id }) => id}
        />
      )}
    </Part>
  );
}
