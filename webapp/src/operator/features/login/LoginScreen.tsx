// The screen on which an operator logs in, and goes on from there to the address that was asked for.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '@/ui';
import { Entry } from './Entry.tsx';
import { LoginForm } from './LoginForm.tsx';
import { logIn, type Proof } from './queries.ts';
import { safeReturn } from '@/ui/safeReturn.ts';

export function LoginScreen() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { back } = useSearch({ from: '/login' });
  const goOn = async (proof: Proof) => {
    await logIn(queryClient, proof);
    await navigate({ href: safeReturn(back), replace: true });
  };
  return (
    <Entry>
      <Page title="Log in" intro="For operators of Fairway.">
        <LoginForm logIn={goOn} />
      </Page>
    </Entry>
  );
}
