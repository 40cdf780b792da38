// The first tab: the account beside rights, rounds and orders, each with what can be done about it.
import { Notice } from '@/ui';
import { AccountPart } from './AccountPart.tsx';
import { ForfeitedPart } from './ForfeitedPart.tsx';
import { OrdersPart } from './OrdersPart.tsx';
import styles from './Overview.module.css';
import type { PartProps } from './Part.tsx';
import { PassesPart } from './PassesPart.tsx';
import { PastRoundsPart } from './PastRoundsPart.tsx';
import { ReturnedPart } from './ReturnedPart.tsx';
import { RoundsPart } from './RoundsPart.tsx';
import { VouchersPart } from './VouchersPart.tsx';

export function Overview(props: PartProps) {
  return (
    <>
      {props.onAct ? null : <Notice>You can read all of this. Changing it needs the role support.</Notice>}
      <div className={styles.columns}>
        <AccountPart member={props.member} />
        <div className={styles.parts}>
          <RoundsPart {...props} />
          <ForfeitedPart {...props} />
          <ReturnedPart member={props.member} />
          <PassesPart {...props} />
          <VouchersPart {...props} />
          <OrdersPart {...props} />
          <PastRoundsPart member={props.member} />
        </div>
      </div>
    </>
  );
}
