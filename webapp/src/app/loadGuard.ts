// The wizard's guard is loaded with its step, so that the first load of the app has no code of the wizard.
import { loadScreen } from '@/ui/loadWithRetry.ts';

export const loadGuard = () => loadScreen(() => import('@/features/reservation-wizard/guard.ts'));
