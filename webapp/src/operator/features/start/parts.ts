// The work of each kind in words, and where it is done.
import type { LinkProps } from '@tanstack/react-router';
import type { StartPart } from '../../api/generated/StartPart.ts';
import { ruleName } from '../refusals/names.ts';

type Target = Pick<LinkProps, 'to' | 'search'>;

interface Words {
  readonly one: string;
  readonly many: string;
  readonly link: Target;
  /** Before the moment. */
  readonly moment?: string;
}

const MAILS = (list: string): Target => ({ to: '/mails', search: { list } });
const CLUBS: Target = { to: '/clubs' };

const WORDS: Readonly<Record<string, Words>> = {
  mails_failed: {
    one: 'mail was given up',
    many: 'mails were given up',
    link: MAILS('failed'),
    moment: 'last',
  },
  mails_bounced: {
    one: 'address refuses mail: call the member',
    many: 'addresses refuse mail: call the members',
    link: MAILS('bounced'),
    moment: 'last',
  },
  mails_waiting: { one: 'mail waits', many: 'mails wait', link: { to: '/mails' }, moment: 'since' },
  days_closed: { one: 'day is closed this week', many: 'days are closed this week', link: CLUBS },
  days_full: { one: 'day is full this week', many: 'days are full this week', link: CLUBS },
  days_waiting: { one: 'day has waiting groups', many: 'days have waiting groups', link: CLUBS },
  orders_open: {
    one: 'payment is open',
    many: 'payments are open',
    link: { to: '/runs' },
    moment: 'oldest',
  },
  refunds_due: { one: 'refund is not confirmed', many: 'refunds are not confirmed', link: { to: '/runs' } },
  content_refused: {
    one: 'planned item could not be published',
    many: 'planned items could not be published',
    link: { to: '/content/changes' },
    moment: 'last',
  },
  content_drafts: { one: 'draft', many: 'drafts', link: { to: '/content', search: { status: 'draft' } } },
  content_planned: {
    one: 'item appears by its plan',
    many: 'items appear by their plan',
    link: { to: '/content', search: { status: 'scheduled' } },
    moment: 'next',
  },
  rebuild_ready: {
    one: 'rebuild waits for a decision',
    many: 'rebuilds wait for a decision',
    link: { to: '/projections' },
    moment: 'since',
  },
  tasks_running: {
    one: 'rebuild or verification runs',
    many: 'rebuilds and verifications run',
    link: { to: '/projections' },
    moment: 'since',
  },
  verification: {
    one: 'day since the last verification',
    many: 'days since the last verification',
    link: { to: '/integrity' },
    moment: 'on',
  },
  verification_findings: {
    one: 'finding of the last verification',
    many: 'findings of the last verification',
    link: { to: '/integrity' },
    moment: 'on',
  },
  seal_not_mailed: {
    one: 'missing address: the head of the seal is mailed to nobody',
    many: 'missing addresses: the head of the seal is mailed to nobody',
    link: { to: '/integrity' },
  },
  nodes_silent: {
    one: 'node is silent',
    many: 'nodes are silent',
    link: { to: '/runs' },
    moment: 'last seen',
  },
  operators_without_factor: {
    one: 'operator has no second factor',
    many: 'operators have no second factor',
    link: { to: '/operators' },
  },
};

export interface Part {
  readonly sentence: string;
  readonly link: Target;
  readonly moment: string | undefined;
}

/** A kind that a newer node added has no words: it is left out. */
export function wordsOf(part: StartPart): Part | undefined {
  const { code, count, rule, club } = part;
  if (code === 'refusals_peak') {
    const where = club ? ` at ${club.name}` : '';
    return {
      sentence: `refusals in an hour${where}: ${ruleName(rule ?? '')}`,
      link: { to: '/refusals', search: { rule: rule ?? undefined } },
      moment: 'since',
    };
  }
  if (code === 'verification' && !part.since) {
    return { sentence: 'Nobody has verified the data yet', link: { to: '/integrity' }, moment: undefined };
  }
  const words = WORDS[code];
  return words && { sentence: count === 1 ? words.one : words.many, link: words.link, moment: words.moment };
}

/** After so many days somebody should verify again. */
const VERIFY_DAYS = 7;

/** Whether a person should do something about it. */
export function waits({ code, count, since }: StartPart): boolean {
  return code === 'verification' ? !since || count > VERIFY_DAYS : count > 0;
}
