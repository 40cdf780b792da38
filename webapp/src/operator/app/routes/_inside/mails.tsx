import { createFileRoute } from '@tanstack/react-router';
import { MailsScreen } from '@/operator/features/mails/MailsScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/mails')({
  validateSearch: searchTexts('list', 'member', 'kind', 'from', 'to'),
  component: MailsScreen,
});
