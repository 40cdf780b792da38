// Asks for another e-mail address: the member confirms it with a link that is mailed to it.
import { TextField, addressProblem, bareAddress } from '@/ui';
import { ActDialog, textOf } from '../../ui/index.ts';
import type { DialogProps } from './acts.ts';
import { changeEmail } from './queries.ts';

const addressOf = (form: FormData) => bareAddress(textOf(form, 'email'));

function AddressField(props: {
  readonly label: string;
  readonly name: string;
  readonly error: string | undefined;
}) {
  return (
    <TextField {...props} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} required />
  );
}

export function EmailDialog({ member: { member: person }, onDone, onClose }: DialogProps) {
  return (
    <ActDialog
      title={`Change the e-mail address of ${person.name}`}
      explanation={
        <p>
          A link goes to the new address, and a notice to {person.email}. The address changes when{' '}
          {person.name} uses the link, within an hour; then all sessions end. The password and the passkeys
          stay.
        </p>
      }
      check={(form): Record<string, string> => {
        const email = addressProblem(addressOf(form));
        if (email) return { email };
        // Whoever reads the mail to a mistyped address could open the account.
        const isRepeated =
          bareAddress(textOf(form, 'repeated')).toLowerCase() === addressOf(form).toLowerCase();
        return isRepeated ? {} : { repeated: 'The two differ. Read the address back to the member.' };
      }}
      fields={(errors) => (
        <>
          <AddressField label="New e-mail address" name="email" error={errors['email']} />
          <AddressField
            label="The same, as the member spells it"
            name="repeated"
            error={errors['repeated']}
          />
        </>
      )}
      confirmLabel="Mail the link"
      onConfirm={async (reason, form) => {
        const email = addressOf(form);
        await changeEmail(person.id, email, reason);
        onDone({ part: 'account', text: `A link was mailed to ${email}. It works for an hour.` });
      }}
      onClose={onClose}
    />
  );
}
