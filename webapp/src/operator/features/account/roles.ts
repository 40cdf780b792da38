// The rights of each role in words: for one's own account, and for the admin who gives roles.
import type { Role } from '../../api/session.ts';

export const mayDo: Readonly<Record<Role, string>> = {
  support:
    'Looks up members, rounds, vouchers and orders, explains why a booking is refused, acts for members, and closes days of clubs.',
  content: 'Writes news, questions, pages, offers, the shop’s settings and the clubs.',
  auditor:
    'Sees all that was recorded, what operators did, and the projections; verifies the journal. Changes nothing.',
  admin:
    'Adds and disables operators, gives roles, writes content, watches and rebuilds the projections, and erases members.',
};

export const roleNames: Readonly<Record<Role, string>> = {
  support: 'Support',
  content: 'Content',
  auditor: 'Auditor',
  admin: 'Admin',
};
