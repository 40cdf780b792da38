import { createFileRoute } from '@tanstack/react-router';
import { OperatorsScreen } from '@/operator/features/operators/OperatorsScreen.tsx';

export const Route = createFileRoute('/_inside/operators')({ component: OperatorsScreen });
