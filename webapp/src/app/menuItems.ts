// The items of the menu, in order. News and course information are for subscription holders.
import type { LinkProps } from '@tanstack/react-router';
import {
  CalendarDays,
  CalendarPlus,
  CircleHelp,
  Flag,
  LogOut,
  Mail,
  Newspaper,
  Ticket,
  UserRound,
  type LucideIcon,
} from 'lucide-react';

export interface MenuItem {
  readonly path: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Current only on exactly this address, not on the ones below it. */
  readonly exact?: boolean;
  /** Current on everything below this address too. */
  readonly section?: string;
  readonly preload?: false;
}

const forSubscribers: readonly MenuItem[] = [
  { path: '/news', label: 'Nieuwsberichten', exact: true, Icon: Newspaper },
  { path: '/courses', label: 'Baaninformatie', Icon: Flag },
];

export function menuItems(hasSubscription: boolean): readonly MenuItem[] {
  return [
    { path: '/reservations', label: 'Mijn reserveringen', exact: true, Icon: CalendarDays },
    { path: '/reservation/players', label: 'Reserveren', section: '/reservation/', Icon: CalendarPlus },
    ...(hasSubscription ? forSubscribers : []),
    { path: '/faq', label: 'Veelgestelde vragen', Icon: CircleHelp },
    { path: '/subscriptions', label: "Abo's & extra's", Icon: Ticket },
    { path: '/profile', label: 'Profiel', Icon: UserRound },
    { path: '/contact', label: 'Contact', Icon: Mail },
    { path: '/auth/logout', label: 'Uitloggen', Icon: LogOut, preload: false },
  ];
}
