import { createFileRoute } from '@tanstack/react-router';
import { PageScreen } from '@/features/pages/PageScreen.tsx';

export const Route = createFileRoute('/_member/contact')({
  component: () => <PageScreen slug="contact-fairway" name="Contact" />,
});
