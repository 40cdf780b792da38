// The passkeys of one's own account. A browser that can have none does not ask for them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Button, ConfirmDialog, Loaded, Region } from '@/ui';
import { supportsPasskeys } from '@/ui/webauthn.ts';
import { failureText } from '../../api/failure.ts';
import type { OwnPasskey } from '../../api/generated/OwnPasskey.ts';
import type { OwnPasskeys } from '../../api/generated/OwnPasskeys.ts';
import { DataTable, Done, Instant, type Column } from '../../ui/index.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { ownPasskeysQuery, ownSessionsQuery, removePasskey } from './queries.ts';

const described: readonly Column<OwnPasskey>[] = [
  { key: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name },
  { key: 'created', header: 'Added', cell: ({ created_at }) => <Instant at={created_at} /> },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ last_used_at }) => (last_used_at ? <Instant at={last_used_at} /> : 'never'),
  },
];

export function Passkeys() {
  const query = useQuery({ ...ownPasskeysQuery, enabled: supportsPasskeys() });
  // A node of the release before answers.
  if (query.data === null) return null;
  if (!supportsPasskeys()) {
    return (
      <Region title="Passkeys">
        <p>This browser can use no passkeys at this address of the portal.</p>
      </Region>
    );
  }
  return (
    <Region title="Passkeys">
      <Loaded query={query}>{(own) => (own ? <List own={own} /> : null)}</Loaded>
    </Region>
  );
}

type Open = { readonly dialog: 'add' } | { readonly dialog: 'remove'; readonly passkey: OwnPasskey };

function List({ own: { available, passkeys } }: { readonly own: OwnPasskeys }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const [done, setDone] = useState('');
  const reload = () => queryClient.invalidateQueries({ queryKey: ownPasskeysQuery.queryKey });
  const finish = (sentence: string) => {
    setOpen(undefined);
    setDone(sentence);
  };
  const removing = useSingleMutation({
    mutationFn: ({ id }: OwnPasskey) => removePasskey(id),
    onSuccess: (_, { name }) => finish(`The passkey “${name}” was removed.`),
    // Sessions that began with it have ended.
    onSettled: () =>
      Promise.all([reload(), queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })]),
  });
  const columns: readonly Column<OwnPasskey>[] = [
    ...described,
    {
      key: 'remove',
      header: 'Access',
      // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
      cell: (passkey) => (
        <Button
          variant="secondary"
          aria-label={`Remove ${passkey.name}…`}
          onClick={() => {
            removing.reset();
            setOpen({ dialog: 'remove', passkey });
          }}
        >
          Remove…
        </Button>
      ),
    },
  ];

  return (
    <>
      {done ? <Done>{done}</Done> : null}
      <p>A passkey logs you in without password and code.</p>
      {passkeys.length > 0 ? (
        <DataTable caption="Passkeys" hideCaption columns={columns} rows={passkeys} rowKey={({ id }) => id} />
      ) : null}
      {available ? (
        <div>
          <Button variant="secondary" onClick={() => setOpen({ dialog: 'add' })}>
            Add a passkey…
          </Button>
        </div>
      ) : (
        <p>At this address of the portal passkeys do not work.</p>
      )}
      {open?.dialog === 'add' ? (
        <AddPasskeyDialog
          onAdded={(name) => {
            finish(`The passkey “${name}” logs you in from now on.`);
            void reload();
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open?.dialog === 'remove' ? (
        <ConfirmDialog
          title={`Remove the passkey “${open.passkey.name}”`}
          confirmLabel="Remove"
          busy={removing.isPending}
          failure={removing.error && failureText(removing.error)}
          onConfirm={() => removing.mutate(open.passkey)}
          onClose={() => setOpen(undefined)}
        >
          <p>
            It logs you in no more, and other sessions that began with it end. Remove it in the settings of
            the device, too.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
