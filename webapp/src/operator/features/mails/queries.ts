// The mails of a list, page by page, and sending one again.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import { MailsPage } from '../../api/generated/MailsPage.ts';
import type { MailList } from './lists.ts';

export const mailsKey = ['mails'] as const;

export const mailsQuery = (list: MailList, member: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...mailsKey, list, member ?? ''],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ list });
      if (pageParam) asked.set('before', pageParam);
      if (member) asked.set('member', member);
      return get(`/mails?${asked}`, MailsPage, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ counts: pages[0]?.counts, mails: pages.flatMap(({ mails }) => mails) }),
  });

export const sendAgain = (id: string, reason: string) => post('/mails/send-again', { id, reason }, null);
