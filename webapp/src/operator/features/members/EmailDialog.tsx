// Asks for another e-mail address: the member confirms it with a link that is mailed to it.
import { TextField } from '@/ui/TextField.tsx';
import { addressProblem, bareAddress } from '@/ui/address.ts';
import { ActDialog } from '../../ui/ActDialog.tsx';
import type { DialogProps } from './acts.ts';
import { textOf } from './formText.ts';
import { changeEmail } from './queries.ts';

const addressOf = (form: FormData) => bareAddress(textOf(form, 'email'));

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
      check={(form): Record<string, string> =>
        addressProblem(addressOf(form)) ? { email: 'Enter one e-mail address.' } : {}
      }
      fields={(errors) => (
        <TextField
          label="New e-mail address"
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors['email']}
          required
        />
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
