// The operators' accounts. An admin adds, disables, enables and resets them, and changes their roles, each with a reason; an
// auditor reads.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { announce, Button, Loaded, Page } from '@/ui';
import type { OperatorEntry } from '../../api/generated/OperatorEntry.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { AddOperatorDialog } from './AddOperatorDialog.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { OperatorsTable, type Wish } from './OperatorsTable.tsx';
import { operatorsQuery, type Change } from './queries.ts';
import { RolesDialog } from './RolesDialog.tsx';
import { SetupLinkDialog } from './SetupLinkDialog.tsx';

type Open =
  | { readonly dialog: 'add' }
  | { readonly dialog: 'change'; readonly change: Change; readonly operator: OperatorEntry }
  | { readonly dialog: 'roles'; readonly operator: OperatorEntry }
  | { readonly dialog: 'link'; readonly link: string; readonly name: string };

export function OperatorsScreen() {
  const queryClient = useQueryClient();
  const query = useQuery(operatorsQuery);
  const session = useSession();
  const mayChange = hasRole(session, 'admin');
  const [open, setOpen] = useState<Open>();

  const isOwn = ({ email }: OperatorEntry) => email === session?.email;
  const wish = (wished: Wish, operator: OperatorEntry) =>
    setOpen(
      wished === 'roles' ? { dialog: 'roles', operator } : { dialog: 'change', change: wished, operator },
    );
  const close = () => setOpen(undefined);
  const changed = (name: string, link?: string) => {
    setOpen(link === undefined ? undefined : { dialog: 'link', link, name });
    announce(`Done: ${name}.`);
    void queryClient.invalidateQueries({ queryKey: operatorsQuery.queryKey });
  };

  return (
    <Page
      title="Operators"
      intro="Everybody who may use these screens. What they view and do is on the screen Actions."
      full
      actions={
        mayChange ? (
          <Button onClick={() => setOpen({ dialog: 'add' })}>
            <UserPlus aria-hidden size={18} />
            Add an operator
          </Button>
        ) : null
      }
    >
      {mayChange ? null : <p>Only an admin can change who is an operator.</p>}
      <Loaded query={query} empty={<p>There are no operators.</p>}>
        {(operators) => (
          <OperatorsTable operators={operators} isOwn={isOwn} onChange={mayChange ? wish : undefined} />
        )}
      </Loaded>
      {open?.dialog === 'add' ? <AddOperatorDialog onAdded={changed} onClose={close} /> : null}
      {open?.dialog === 'change' ? (
        <ChangeDialog
          change={open.change}
          operator={open.operator}
          isOwn={isOwn(open.operator)}
          onChanged={changed}
          onClose={close}
        />
      ) : null}
      {open?.dialog === 'roles' ? (
        <RolesDialog
          operator={open.operator}
          isOwn={isOwn(open.operator)}
          onChanged={changed}
          onClose={close}
        />
      ) : null}
      {open?.dialog === 'link' ? <SetupLinkDialog link={open.link} name={open.name} onClose={close} /> : null}
    </Page>
  );
}
