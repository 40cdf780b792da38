import { createFileRoute } from '@tanstack/react-router';
import { PRODUCT } from '@/app/config.ts';
import { PageScreen } from '@/features/pages/PageScreen.tsx';

export const Route = createFileRoute('/_member/contact')({
  component: () => <PageScreen slug={`contact-${PRODUCT}`} name="Contact" />,
});
