import { createFileRoute } from '@tanstack/react-router';
import { PageScreen } from '@/features/pages/PageScreen.tsx';

export const Route = createFileRoute('/_member/info')({
  component: () => <PageScreen slug="info" name="Informatie" />,
});
