// The lists of mails, one of which is shown.
export const LISTS = ['waiting', 'failed', 'bounced', 'sent'] as const;
export type MailList = (typeof LISTS)[number];

export const isList = (text: string | undefined): text is MailList => LISTS.some((list) => list === text);
