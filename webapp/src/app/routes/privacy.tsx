import { createFileRoute } from '@tanstack/react-router';
import { PrivacyScreen } from '@/features/pages/PrivacyScreen.tsx';

export const Route = createFileRoute('/privacy')({ component: PrivacyScreen });
