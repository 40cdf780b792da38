import { createFileRoute } from '@tanstack/react-router';
import { FaqScreen } from '@/features/faq/FaqScreen.tsx';

export const Route = createFileRoute('/_member/faq')({ component: FaqScreen });
