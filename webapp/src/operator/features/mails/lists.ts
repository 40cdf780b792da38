// The lists of mails, one of which is shown, each with its name on the screen.
export const LISTS = ['waiting', 'failed', 'bounced', 'sent'] as const;
export type MailList = (typeof LISTS)[number];

export const TITLES: Readonly<Record<MailList, string>> = {
  waiting: 'Waiting',
  failed: 'Given up',
  bounced: 'Bounced',
  sent: 'Sent',
};

export const isList = (text: string | undefined): text is MailList => LISTS.some((list) => list === text);
