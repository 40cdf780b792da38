// The lists of mails, one of which is shown, and the kinds by which it is filtered; each with its name on the screen.
import { thereIsNo } from '../../ui/index.ts';

export const LISTS = ['waiting', 'failed', 'bounced', 'sent'] as const;
export type MailList = (typeof LISTS)[number];

export const TITLES: Readonly<Record<MailList, string>> = {
  waiting: 'Waiting',
  failed: 'Given up',
  bounced: 'Bounced',
  sent: 'Sent',
};

export const KINDS: Readonly<Record<string, string>> = {
  round: 'Round',
  reminder: 'Reminder',
  waiting_list: 'Waiting list',
  receipt: 'Receipt of an order',
  password_link: 'Link to a new password',
  password_changed: 'Password changed',
  email_address: 'New e-mail address',
  other: 'Other',
};

export const isList = (text: string | undefined): text is MailList => LISTS.some((list) => list === text);

export const isKind = (text: string | undefined): text is string =>
  text !== undefined && Object.hasOwn(KINDS, text);

/** The sentences about what the address asks for and does not exist. */
export function unknownIn({ list, kind }: { list: string | undefined; kind: string | undefined }): string[] {
  const sentences: string[] = [];
  if (list && !isList(list)) {
    sentences.push(thereIsNo(`list “${list}” of mails`, Object.values(TITLES), 'This is the first one.'));
  }
  if (kind && !isKind(kind)) {
    sentences.push(thereIsNo(`kind “${kind}” of mails`, Object.values(KINDS), 'These are all kinds.'));
  }
  return sentences;
}
