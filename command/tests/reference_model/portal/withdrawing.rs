//! Rights that an operator takes back, in the portal and in the model.

use fairway_command::{Command, WithdrawSubscription, WithdrawVoucher};

use super::Portal;
use crate::operation::Withdrawal;

impl Portal {
    pub(super) fn withdraw(&mut self, withdrawal: Withdrawal) {
        let (command, expected) = match withdrawal {
            Withdrawal::Voucher { voucher } => {
                let count = self.model.vouchers.len();
                if count == 0 {
                    return;
                }
                let index = voucher.index(count);
                let known = &self.model.vouchers[index];
                let command =
                    Command::WithdrawVoucher(WithdrawVoucher { member: known.member, voucher: known.id });
                (command, self.model.withdraw_voucher(index))
            }
            Withdrawal::Pass { pass } => {
                let count = self.model.passes.len();
                if count == 0 {
                    return;
                }
                let index = pass.index(count);
                let known = &self.model.passes[index];
                let command = Command::WithdrawSubscription(WithdrawSubscription {
                    member: known.member,
                    subscription: known.id,
                    today: self.model.today,
                });
                (command, self.model.withdraw_pass(index))
            }
        };
        self.agree(&command, expected);
    }
}
