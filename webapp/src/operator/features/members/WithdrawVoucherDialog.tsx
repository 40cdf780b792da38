// Takes back a voucher that was given, such as one with a wrong date.
import type { VoucherView } from '../../api/generated/VoucherView.ts';
import { ActDialog, formatDay } from '../../ui/index.ts';
import type { DialogProps } from './acts.ts';
import { withdrawVoucher } from './queries.ts';

interface WithdrawVoucherDialogProps extends DialogProps {
  readonly voucher: VoucherView;
}

export function WithdrawVoucherDialog({ member, voucher, onDone, onClose }: WithdrawVoucherDialogProps) {
  const { member: person } = member;
  const { id, title, holes, expires } = voucher;
  return (
    <ActDialog
      title={`Withdraw a voucher of ${person.name}`}
      explanation={
        <p>
          {person.name} loses “<span lang="nl">{title}</span>”, for {holes} holes and valid until{' '}
          {formatDay(expires)}, at once and for good, and gets a mail about it.
        </p>
      }
      confirmLabel="Withdraw the voucher"
      closeLabel="Keep the voucher"
      isDangerous
      onConfirm={async (reason) => {
        await withdrawVoucher(person.id, id, reason);
        onDone({ part: 'vouchers', text: `The voucher “${title}” was withdrawn from ${person.name}.` });
      }}
      onClose={onClose}
    />
  );
}

/** Only what was given goes back like this: what was bought goes back with its order. */
export const mayWithdraw = ({ kind, status }: VoucherView) =>
  kind === 'bonus' && (status === 'unused' || status === 'expired');
