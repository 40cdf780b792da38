// Asks for a log-in over whatever is open when the session has ended: what was typed stays, and the call that failed is sent
// again.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, Dialog } from '@/ui';
import { handleEnded } from '../api/logIn.ts';
import { LoginForm } from '../features/login/LoginForm.tsx';
import { logInAgain, type Proof } from '../features/login/queries.ts';

interface Asked {
  readonly settle: (isLoggedIn: boolean) => void;
}

interface EndedSessionProps {
  /** The operator whose session it was. */
  readonly email: string;
}

export function EndedSession({ email }: EndedSessionProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    handleEnded(() => new Promise((settle) => setAsked({ settle })));
    return () => handleEnded(undefined);
  }, []);
  if (!asked) return null;

  const close = (isLoggedIn: boolean) => {
    setAsked(undefined);
    asked.settle(isLoggedIn);
  };
  const goOn = async (proof: Proof) => {
    const isSame = await logInAgain(queryClient, proof);
    close(isSame);
    // The screen and what was typed on it are of the operator before.
    if (!isSame) void navigate({ to: '/', ignoreBlocker: true });
  };
  return (
    <Dialog title="Your session ended" onClose={() => close(false)}>
      <p>Log in to go on: what you typed is still here.</p>
      <LoginForm of={email} logIn={goOn}>
        <Button variant="secondary" wide onClick={() => close(false)}>
          Cancel
        </Button>
      </LoginForm>
    </Dialog>
  );
}
