// A list of vouchers: the holes of each, and its last valid day or the day on which it was used or expired.
import { Ticket } from 'lucide-react';
import type { VoucherView } from '@/api/generated/VoucherView.ts';
import { Badge, shortDate } from '@/ui';
import styles from './Vouchers.module.css';

export function Vouchers({ vouchers }: { readonly vouchers: readonly VoucherView[] }) {
  return (
    <ul className={styles.vouchers}>
      {vouchers.map((voucher) => (
        <li key={voucher.id} className={styles.voucher}>
          <Ticket aria-hidden size={24} className={styles.icon} />
          <div className={styles.text}>
            <h3 className="text-size">{voucher.title}</h3>
            <p className={styles.when}>
              <VoucherStatus voucher={voucher} />
            </p>
          </div>
          <Badge tone={isUsable(voucher) ? 'green' : 'sand'}>{voucher.holes} holes</Badge>
        </li>
      ))}
    </ul>
  );
}

export function isUsable({ used, expired }: VoucherView): boolean {
  return !used && !expired;
}

function VoucherStatus({ voucher }: { readonly voucher: VoucherView }) {
  const { used, used_when, expired, expires } = voucher;
  if (used && !used_when) return <span>gebruikt</span>;
  const day = (used && used_when) || expires;
  return (
    <>
      <span>{used ? 'gebruikt op ' : expired ? 'verlopen op ' : 'geldig t/m '}</span>
      <time dateTime={day}>{shortDate(day)}</time>
    </>
  );
}
