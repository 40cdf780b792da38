// The acts on the page of a member: their dialogs, and the roles that the server asks for.
import type { ForfeitedView } from '../../api/generated/ForfeitedView.ts';
import type { MemberSession } from '../../api/generated/MemberSession.ts';
import type { MemberView } from '../../api/generated/MemberView.ts';
import type { OrderView } from '../../api/generated/OrderView.ts';
import type { PassView } from '../../api/generated/PassView.ts';
import type { ProfileTexts } from '../../api/generated/ProfileTexts.ts';
import type { RoundView } from '../../api/generated/RoundView.ts';
import type { VoucherView } from '../../api/generated/VoucherView.ts';
import { hasRole, type Session } from '../../api/session.ts';

export type Act =
  | {
      readonly act:
        | 'voucher'
        | 'pass'
        | 'disable'
        | 'enable'
        | 'impersonate'
        | 'email'
        | 'erase'
        | 'remove-passkeys';
    }
  | { readonly act: 'profile'; readonly profile: ProfileTexts }
  | { readonly act: 'withdraw-voucher'; readonly voucher: VoucherView }
  | { readonly act: 'withdraw-pass'; readonly pass: PassView }
  | { readonly act: 'refund'; readonly order: OrderView }
  | { readonly act: 'cancel'; readonly round: RoundView }
  | { readonly act: 'give-back'; readonly forfeited: ForfeitedView }
  /** Undefined ends them all. */
  | { readonly act: 'end-sessions'; readonly session: MemberSession | undefined };

/** The part of the screen that an act belongs to; there its success is said. */
export type Part = 'account' | 'rounds' | 'passes' | 'vouchers' | 'orders' | 'forfeited' | 'sessions';

export interface Done {
  readonly part: Part;
  readonly text: string;
}

export interface DialogProps {
  readonly member: MemberView;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}

/** Opens the dialog of an act; undefined for an operator who may only read. */
export type OnAct = ((act: Act) => void) | undefined;

export const mayAct = (session: Session | undefined) => hasRole(session, 'support');
export const mayErase = (session: Session | undefined) => hasRole(session, 'admin');

/** `1 voucher`, `3 vouchers` */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
