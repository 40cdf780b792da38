// Asks the device for a passkey, where the browser can have one.
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, Button } from '@/ui';
import { supportsPasskeys } from '@/ui/webauthn.ts';
import type { OperatorPasskeyAnswer } from '../../api/generated/OperatorPasskeyAnswer.ts';
import { answerWithPasskey, passkeyFailure } from './passkey.ts';

interface PasskeyButtonProps {
  readonly label: string;
  readonly onAnswer: (answer: OperatorPasskeyAnswer) => Promise<void>;
}

export function PasskeyButton({ label, onAnswer }: PasskeyButtonProps) {
  const using = useSingleMutation({ mutationFn: async () => onAnswer(await answerWithPasskey()) });
  if (!supportsPasskeys()) return null;
  return (
    <>
      <Button
        variant="secondary"
        wide
        onClick={() => using.mutate(undefined)}
        busyText={using.isPending && 'one moment…'}
      >
        {label}
      </Button>
      <Alert>{using.error && passkeyFailure(using.error)}</Alert>
    </>
  );
}
