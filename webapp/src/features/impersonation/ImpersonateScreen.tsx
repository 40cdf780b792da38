// Logs in with an operator's single-use link. It needs a click: a preview or prefetch of the link must not use it.
// Its tokens are first removed from the address, and so from the browser's history.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { AuthCard } from '@/features/auth/AuthCard.tsx';
import { openSession } from '@/features/auth/logIn.ts';
import { Alert, Notice, Button, Page } from '@/ui';
import { exchangeLink, type LinkTokens } from './api.ts';

function failure(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return 'foutieve login';
  if (error instanceof ApiError && error.kind === 'http') return 'onbekende fout';
  return failureText(error, { failure: 'onbekende fout', network: 'Netwerkfout' });
}

export function ImpersonateScreen() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, login } = useSearch({ from: '/auth/impersonate' });
  const [tokens] = useState<LinkTokens | null>(() => (id && login ? { id, login } : null));

  useEffect(() => {
    if (id || login) void navigate({ to: '/auth/impersonate', search: {}, replace: true });
  }, [id, login, navigate]);

  const start = useSingleMutation({
    mutationFn: async (link: LinkTokens) => {
      const { access_token } = await exchangeLink(link);
      await openSession(queries, access_token);
    },
    onSuccess: () => navigate({ to: '/reservations', replace: true }),
  });

  return (
    <AuthCard>
      <Page title="Inloggen als lid">
        {start.error ? (
          <Alert>
            <p>{failure(start.error)}</p>
            <p>De link werkt één keer en is vijf minuten geldig. Maak zo nodig een nieuwe.</p>
          </Alert>
        ) : null}
        {tokens ? (
          <>
            <Notice>
              Je gaat het portaal bekijken als een ander lid. Alles wat je doet, wordt op jouw naam
              vastgelegd.
            </Notice>
            <p>
              <Button busyText={start.isPending && 'bezig…'} onClick={() => start.mutate(tokens)}>
                inloggen
              </Button>
            </p>
          </>
        ) : (
          <Alert>Deze link is niet compleet. Open de link opnieuw zoals je hem kreeg.</Alert>
        )}
      </Page>
    </AuthCard>
  );
}
