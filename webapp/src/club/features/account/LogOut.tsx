// Ends the session of this browser. A device asks first: only a manager can pair it again.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, Button, ConfirmDialog } from '@/ui';
import { failureText } from '../../api/failure.ts';
import { forgetSession } from '../../api/session.ts';
import { logOut } from './queries.ts';

export function LogOut({ isDevice }: { readonly isDevice: boolean }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const leaving = useSingleMutation({
    mutationFn: logOut,
    onSuccess: async () => {
      await navigate({ to: '/login' });
      forgetSession(queryClient);
    },
  });
  // Still logged in: to show the log-in would be a lie.
  const failure = leaving.error && failureText(leaving.error);
  return (
    <>
      {isAsking ? null : <Alert>{failure}</Alert>}
      <div>
        <Button
          variant="secondary"
          busyText={!isAsking && leaving.isPending && 'bezig…'}
          onClick={() => (isDevice ? setAsking(true) : leaving.mutate(undefined))}
        >
          {isDevice ? 'dit toestel ontkoppelen' : 'uitloggen'}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Dit toestel ontkoppelen"
          confirmLabel="ontkoppelen"
          busy={leaving.isPending}
          failure={failure}
          onConfirm={() => leaving.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          <p>
            Scannen kan daarna pas weer als een beheerder het toestel opnieuw koppelt. Scans die nog wachten,
            blijven op dit toestel staan.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
