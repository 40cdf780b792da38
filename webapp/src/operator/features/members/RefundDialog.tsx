// Has an order of unused vouchers paid back whole. The vouchers go at once, the money when the provider pays.
import type { OrderView } from '../../api/generated/OrderView.ts';
import { ActDialog, euros, formatInstant } from '../../ui/index.ts';
import type { DialogProps } from './acts.ts';
import { refundOrder } from './queries.ts';

interface RefundDialogProps extends DialogProps {
  readonly order: OrderView;
}

export function RefundDialog({ member: { member: person }, order, onDone, onClose }: RefundDialogProps) {
  const { id, what, placed_at, amount_cents } = order;
  return (
    <ActDialog
      title={`Refund an order of ${person.name}`}
      explanation={
        <p>
          {person.name} gets {euros(amount_cents)} back for {what}, ordered on {formatInstant(placed_at)}. The
          vouchers are withdrawn at once, and none of them may be used. {person.name} gets a mail about it;
          the money comes within days, by the way in which it was paid.
        </p>
      }
      confirmLabel={`Refund ${euros(amount_cents)}`}
      closeLabel="Keep the order"
      isDangerous
      onConfirm={async (reason) => {
        await refundOrder(id, reason);
        onDone({
          part: 'orders',
          text: `The refund of ${euros(amount_cents)} was approved: the provider is asked to pay it.`,
        });
      }}
      onClose={onClose}
    />
  );
}

/** A registration was passed on to the federation, and an order is refunded once. */
export const mayRefund = ({ status, what, refunded_cents, refund_requested_cents }: OrderView) =>
  status === 'paid' && / vouchers? for /.test(what) && refunded_cents === 0 && refund_requested_cents === 0;
