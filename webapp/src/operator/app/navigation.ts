// The items of the navigation in their groups, and the roles that may use them: the server refuses the others.
import type { LinkProps } from '@tanstack/react-router';
import { hasRole, type Role, type Session } from '../api/session.ts';

interface Item {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly roles: readonly Role[];
}

interface Group {
  readonly name: string;
  readonly items: readonly Item[];
}

const GROUPS: readonly Group[] = [
  {
    name: 'Support',
    items: [
      { to: '/', label: 'Look up', roles: ['support', 'auditor', 'admin'] },
      { to: '/why', label: 'Why?', roles: ['support', 'auditor'] },
      { to: '/refusals', label: 'Refusals', roles: ['support', 'auditor'] },
      { to: '/clubs', label: 'Clubs', roles: ['support', 'auditor'] },
      { to: '/club-accounts', label: 'Club accounts', roles: ['support', 'admin'] },
      { to: '/statements', label: 'Statements', roles: ['support', 'auditor', 'admin'] },
      { to: '/mails', label: 'Mails', roles: ['support', 'auditor', 'admin'] },
    ],
  },
  {
    name: 'Content',
    items: [{ to: '/content', label: 'Content', roles: ['content', 'auditor', 'admin'] }],
  },
  {
    name: 'System',
    items: [
      { to: '/runs', label: 'What runs', roles: ['support', 'auditor', 'admin'] },
      { to: '/projections', label: 'Projections', roles: ['auditor', 'admin'] },
      { to: '/integrity', label: 'Integrity', roles: ['auditor', 'admin'] },
    ],
  },
  {
    name: 'Oversight',
    items: [
      { to: '/figures', label: 'Figures', roles: ['auditor', 'admin'] },
      { to: '/actions', label: 'Actions', roles: ['auditor', 'admin'] },
      { to: '/operators', label: 'Operators', roles: ['auditor', 'admin'] },
    ],
  },
];

/** The groups of which the operator may use anything. */
export function navigationOf(session: Session): readonly Group[] {
  return GROUPS.map(({ name, items }) => ({
    name,
    items: items.filter(({ roles }) => hasRole(session, ...roles)),
  })).filter(({ items }) => items.length > 0);
}
