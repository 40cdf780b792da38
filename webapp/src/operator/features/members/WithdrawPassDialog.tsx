// Takes back a pass that no round uses, such as one that was granted with a wrong term.
import type { PassView } from '../../api/generated/PassView.ts';
import { ActDialog, euros, formatDay } from '../../ui/index.ts';
import type { DialogProps } from './acts.ts';
import { withdrawPass } from './queries.ts';

interface WithdrawPassDialogProps extends DialogProps {
  readonly pass: PassView;
}

export function WithdrawPassDialog({ member, pass, onDone, onClose }: WithdrawPassDialogProps) {
  const { member: person } = member;
  const { id, name, startdate, enddate, used, amount_cents } = pass;
  return (
    <ActDialog
      title={`Withdraw a pass of ${person.name}`}
      explanation={
        <>
          <p>
            {person.name} loses “<span lang="nl">{name}</span>”, from {formatDay(startdate)} to{' '}
            {formatDay(enddate)}, at once and for good, and gets a mail about it.
          </p>
          {used > 0 ? (
            <p>
              Rounds use {used} of its rights: cancel those to come first, with the rights given back. A pass
              that was played with stays.
            </p>
          ) : null}
          {amount_cents > 0 ? (
            <p>Its price is {euros(amount_cents)}: the portal pays nothing of that back.</p>
          ) : null}
        </>
      }
      confirmLabel="Withdraw the pass"
      closeLabel="Keep the pass"
      isDangerous
      onConfirm={async (reason) => {
        await withdrawPass(person.id, id, reason);
        onDone({ part: 'passes', text: `The pass “${name}” was withdrawn from ${person.name}.` });
      }}
      onClose={onClose}
    />
  );
}
