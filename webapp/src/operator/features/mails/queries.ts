// The mails of a list, page by page; one composed anew; and sending one or all again.
import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { MailPreview } from '../../api/generated/MailPreview.ts';
import { MailsPage } from '../../api/generated/MailsPage.ts';
import type { MailsFilter as Asked } from '../../api/generated/MailsFilter.ts';
import { SentAllAgain } from '../../api/generated/SentAllAgain.ts';
import { postForFile } from '../../api/files.ts';
import { pagedQuery, parameters } from '../../api/pages.ts';
import type { MailList } from './lists.ts';

export const mailsKey = ['mails'] as const;

/** What the list is filtered by. */
export interface MailsFilter {
  readonly member?: string | undefined;
  readonly kind?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const mailsQuery = (list: MailList, { member, kind, from, to }: MailsFilter) =>
  pagedQuery(
    [...mailsKey, list, member ?? '', kind ?? '', from ?? '', to ?? ''],
    '/mails',
    { list, member, kind, from, to },
    MailsPage,
    (pages) => ({
      counts: pages[0]?.counts,
      mails: pages.flatMap(({ mails }) => mails),
    }),
  );

/** At most 10,000 rows; the server refuses more at `from`. */
export const exportMails = (list: MailList, filter: MailsFilter, reason: string) =>
  postForFile('/mails/export', { filter: { list, ...filter } satisfies Asked, reason });

/** How it would read now: asked each time, since what it tells may have changed. */
export const mailPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['mail-preview', id],
    queryFn: ({ signal }) => get(`/mails/preview?${parameters({ id })}`, MailPreview, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const sendAgain = (id: string, reason: string) => post('/mails/send-again', { id, reason }, null);

/** `before` is the moment until which the mails were given up. */
export const sendAllAgain = (before: string, reason: string) =>
  post('/mails/send-again-all', { before, reason }, SentAllAgain);
