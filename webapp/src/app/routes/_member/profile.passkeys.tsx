import { createFileRoute } from '@tanstack/react-router';
import { PasskeysScreen } from '@/features/passkeys/PasskeysScreen.tsx';

export const Route = createFileRoute('/_member/profile/passkeys')({ component: PasskeysScreen });
