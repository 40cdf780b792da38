// The mails of a list, page by page, and sending one again.
import { post } from '../../api/client.ts';
import { MailsPage } from '../../api/generated/MailsPage.ts';
import { pagedQuery } from '../../api/pages.ts';
import type { MailList } from './lists.ts';

export const mailsKey = ['mails'] as const;

export const mailsQuery = (list: MailList, member: string | undefined) =>
  pagedQuery([...mailsKey, list, member ?? ''], '/mails', { list, member }, MailsPage, (pages) => ({
    counts: pages[0]?.counts,
    mails: pages.flatMap(({ mails }) => mails),
  }));

export const sendAgain = (id: string, reason: string) => post('/mails/send-again', { id, reason }, null);
