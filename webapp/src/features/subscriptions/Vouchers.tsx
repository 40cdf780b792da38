// Vouchers as small tickets: what each is good for, and until when or since when no longer.
import { Ticket } from 'lucide-react';
import { Badge } from '@/ui/Badge.tsx';
import { shortDate } from '@/ui/format.ts';
import type { Voucher } from './schemas.ts';
import styles from './Vouchers.module.css';

export function Vouchers({ vouchers }: { readonly vouchers: readonly Voucher[] }) {
  return (
    <ul className={styles.vouchers}>
      {vouchers.map((voucher) => (
        <li key={voucher.id} className={styles.voucher}>
          <Ticket aria-hidden size={24} className={styles.icon} />
          <div className={styles.text}>
            <h3 className={styles.title}>{voucher.title}</h3>
            <p className={styles.when}>{fate(voucher)}</p>
          </div>
          <Badge tone={isUsable(voucher) ? 'green' : 'sand'}>{voucher.holes} holes</Badge>
        </li>
      ))}
    </ul>
  );
}

export function isUsable({ used, expired }: Voucher): boolean {
  return !used && !expired;
}

function fate({ used, used_when, expired, expires }: Voucher): string {
  if (used) return used_when ? `gebruikt op ${shortDate(used_when)}` : 'gebruikt';
  return expired ? `verlopen op ${shortDate(expires)}` : `geldig t/m ${shortDate(expires)}`;
}
