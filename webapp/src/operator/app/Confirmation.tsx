// Asks for a factor anew, over whatever is open, when an act needs one of the last minutes; then the act goes on.
import { useEffect, useState } from 'react';
import { post } from '../api/client.ts';
import { handleUnconfirmed } from '../api/confirmation.ts';
import { digitsOf } from '../features/login/CodeField.tsx';
import { FactorField, type FactorKind } from '../features/login/FactorField.tsx';
import { PasskeyButton } from '../features/login/PasskeyButton.tsx';
import { PasswordField } from '../features/login/PasswordField.tsx';
import { sentencesOf, useForm, type FieldErrors } from '@/ui';
import { FormDialog } from '../ui/index.ts';

interface Asked {
  readonly sentence: string;
  readonly settle: (isConfirmed: boolean) => void;
}

interface ConfirmationProps {
  /** Whether the account uses an authenticator app: else the password is asked for. */
  readonly hasApp: boolean;
}

export function Confirmation({ hasApp }: ConfirmationProps) {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    handleUnconfirmed((sentence) => new Promise((settle) => setAsked({ sentence, settle })));
    return () => handleUnconfirmed(undefined);
  }, []);
  if (!asked) return null;
  const close = (isConfirmed: boolean) => {
    setAsked(undefined);
    asked.settle(isConfirmed);
  };
  return <ConfirmDialog hasApp={hasApp} sentence={asked.sentence} onClose={close} />;
}

interface ConfirmDialogProps extends ConfirmationProps {
  readonly sentence: string;
  readonly onClose: (isConfirmed: boolean) => void;
}

function ConfirmDialog({ hasApp, sentence, onClose }: ConfirmDialogProps) {
  const [kind, setKind] = useState<FactorKind>('app');
  const [sent, setSent] = useState<FactorKind>();
  const name = hasApp ? 'code' : 'password';
  const form = useForm({
    send: async (data) => {
      setSent(kind);
      await post(
        '/session/confirm',
        { factor: hasApp ? digitsOf(data.get(name)) : String(data.get(name)) },
        null,
      );
      onClose(true);
    },
    fieldsOf: (error): FieldErrors => {
      const { factor } = sentencesOf(error);
      return factor ? { [name]: factor } : {};
    },
  });
  const error = form.errors[name];
  return (
    <FormDialog
      title="Confirm that it is you"
      form={form}
      confirmLabel="Confirm"
      validates
      onClose={() => onClose(false)}
    >
      <p>{sentence}</p>
      {hasApp ? (
        <FactorField
          kind={kind}
          onKind={setKind}
          hint="The 6 digits that the app shows now."
          // The error is about the code that was sent.
          error={sent === kind ? error : undefined}
        />
      ) : (
        <PasswordField label="Password" name="password" autoComplete="current-password" error={error} />
      )}
      <PasskeyButton
        label="Use a passkey"
        onAnswer={async (passkey) => {
          await post('/session/confirm', { factor: '', passkey }, null);
          onClose(true);
        }}
      />
    </FormDialog>
  );
}
