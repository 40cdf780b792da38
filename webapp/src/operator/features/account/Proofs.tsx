// What one logs in with: the password, the authenticator app, and the recovery codes that stand in for it. Each change is
// recorded.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, Button, ConfirmDialog, Loaded, Region, Row, Stack } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { NewApp } from '../../api/generated/NewApp.ts';
import type { OwnAccountAnswer } from '../../api/generated/OwnAccountAnswer.ts';
import { Done } from '../../ui/index.ts';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { NewAppDialog } from './NewAppDialog.tsx';
import { beginWithApp, makeRecoveryCodes, ownAccountQuery, ownSessionsQuery } from './queries.ts';

/** So few that new ones are due. */
const FEW = 3;

type Open = { readonly dialog: 'password' | 'codes' } | { readonly dialog: 'app'; readonly begun: NewApp };

interface ProofsProps {
  readonly email: string;
  /** Shows them, once. */
  readonly onNewCodes: (codes: readonly string[]) => void;
}

export function Proofs(props: ProofsProps) {
  const query = useQuery(ownAccountQuery);
  return (
    <Region title="How you log in">
      <Loaded query={query}>
        {(account) =>
          account ? (
            <Changes account={account} {...props} />
          ) : (
            <p>The portal is being renewed. In a moment you can change your password here.</p>
          )
        }
      </Loaded>
    </Region>
  );
}

interface ChangesProps extends ProofsProps {
  readonly account: OwnAccountAnswer;
}

function Changes({ account, email, onNewCodes }: ChangesProps) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const [done, setDone] = useState('');
  const close = () => setOpen(undefined);
  const finish = (sentence: string) => {
    close();
    setDone(sentence);
  };
  const beginning = useSingleMutation({
    mutationFn: () => beginWithApp(),
    onSuccess: (begun) => setOpen({ dialog: 'app', begun }),
  });
  const making = useSingleMutation({
    mutationFn: () => makeRecoveryCodes(),
    onSuccess: (codes) => {
      finish('');
      onNewCodes(codes);
      void queryClient.invalidateQueries({ queryKey: ownAccountQuery.queryKey });
    },
  });
  const { has_second_factor: hasApp, recovery_codes_left: left } = account;

  return (
    <Stack gap={4} className="panel">
      {done ? <Done>{done}</Done> : null}
      <Proof title="Password" text="At least 12 characters. Nobody else can read it.">
        <Button variant="secondary" onClick={() => setOpen({ dialog: 'password' })}>
          Change the password…
        </Button>
      </Proof>
      <Proof
        title="Authenticator app"
        text={hasApp ? 'Its 6 digits are asked for at the log-in, and before what harms most.' : 'None yet.'}
      >
        <Button
          variant="secondary"
          onClick={() => beginning.mutate(undefined)}
          busyText={beginning.isPending && 'one moment…'}
        >
          {hasApp ? 'Set up another app…' : 'Set up an app…'}
        </Button>
      </Proof>
      <Alert>{beginning.error && failureText(beginning.error)}</Alert>
      <Proof title="Recovery codes" text={hasApp ? codesText(left) : 'Set up an authenticator app first.'}>
        <Button
          variant={hasApp && left < FEW ? 'primary' : 'secondary'}
          disabled={!hasApp}
          onClick={() => (left > 0 ? setOpen({ dialog: 'codes' }) : making.mutate(undefined))}
          busyText={making.isPending && 'one moment…'}
        >
          Make new codes…
        </Button>
      </Proof>
      {open ? null : <Alert>{making.error && failureText(making.error)}</Alert>}
      {open?.dialog === 'password' ? (
        <ChangePasswordDialog
          email={email}
          onClose={close}
          onChanged={() => {
            finish('Your password is changed. Your other sessions have ended.');
            void queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
          }}
        />
      ) : null}
      {open?.dialog === 'app' ? (
        <NewAppDialog
          begun={open.begun}
          onClose={close}
          onUsed={() => finish('The new app is in use. Codes of the one before no longer work.')}
        />
      ) : null}
      {open?.dialog === 'codes' ? (
        <ConfirmDialog
          title="Make new recovery codes"
          confirmLabel="Make new codes"
          busy={making.isPending}
          failure={making.error && failureText(making.error)}
          onConfirm={() => making.mutate(undefined)}
          onClose={close}
        >
          <p>The codes that you have now no longer work.</p>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

interface ProofProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Proof({ title, text, children }: ProofProps) {
  return (
    <Row gap={4} lineGap={2} align="center" between>
      <div>
        <h3 className="strong">{title}</h3>
        <p className="soft">{text}</p>
      </div>
      {children}
    </Row>
  );
}

function codesText(left: number): string {
  const use = 'Each logs you in once when your telephone is lost.';
  if (left === 0) return `None. ${use}`;
  return `${left} of 10 left. ${use}`;
}
