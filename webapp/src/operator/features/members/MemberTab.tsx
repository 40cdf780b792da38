// The open tab of a member's page.
import { LedgerTab } from './LedgerTab.tsx';
import { MailsTab } from './MailsTab.tsx';
import { NotesTab } from './NotesTab.tsx';
import { Overview } from './Overview.tsx';
import type { PartProps } from './Part.tsx';
import { RefusalsTab } from './RefusalsTab.tsx';
import { SessionsPart } from './SessionsPart.tsx';
import type { Tab } from './tabs.ts';
import { TimelineTab } from './TimelineTab.tsx';

export function MemberTab({ tab, ...props }: PartProps & { readonly tab: Tab }) {
  const { id } = props.member.member;
  switch (tab) {
    case 'overview':
      return <Overview {...props} />;
    case 'ledger':
      return <LedgerTab member={props.member} />;
    case 'timeline':
      return <TimelineTab id={id} />;
    case 'mails':
      return <MailsTab id={id} />;
    case 'refusals':
      return <RefusalsTab id={id} />;
    case 'sessions':
      return <SessionsPart {...props} />;
    case 'notes':
      return <NotesTab id={id} mayWrite={props.onAct !== undefined} />;
  }
}
