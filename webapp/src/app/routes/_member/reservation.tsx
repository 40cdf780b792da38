import { createFileRoute } from '@tanstack/react-router';
import { WizardLayout } from '@/features/reservation-wizard/WizardLayout.tsx';

export const Route = createFileRoute('/_member/reservation')({ component: WizardLayout });
