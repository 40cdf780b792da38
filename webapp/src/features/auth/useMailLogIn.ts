// A log-in with a mail, by its link or its code: the session, then the passkeys, where one can be added, so that this device
// needs no mail the next time.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { supportsPasskeys } from '@/ui/webauthn.ts';
import { forgetAskedLink } from './askedLink.ts';
import { openSession } from './logIn.ts';

export function useMailLogIn<T>(redeem: (given: T) => Promise<{ readonly access_token: string }>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useSingleMutation({
    mutationFn: async (given: T) => {
      const { access_token } = await redeem(given);
      await openSession(queries, access_token);
      forgetAskedLink();
    },
    onSuccess: () =>
      navigate({ to: supportsPasskeys() ? '/profile/passkeys' : '/reservations', replace: true }),
  });
}
