// The roles in words.
import type { ClubRole } from '../api/session.ts';

export const ROLES = ['desk', 'manager', 'treasurer'] as const satisfies readonly ClubRole[];

export const roleNames: Readonly<Record<ClubRole, string>> = {
  desk: 'Receptie',
  manager: 'Beheerder',
  treasurer: 'Penningmeester',
};

export const mayDo: Readonly<Record<ClubRole, string>> = {
  desk: 'Ziet wie er speelt en scant de spelers.',
  manager:
    'Doet alles van de receptie, corrigeert aankomsten, meldt hoe de baan is, ziet de afrekening en beheert accounts en toestellen.',
  treasurer: 'Ziet de afrekening en maakt bezwaar. De lijst van spelers is niet zichtbaar.',
};
