import { createFileRoute } from '@tanstack/react-router';
import { IntegrityScreen } from '@/operator/features/integrity/IntegrityScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/integrity')({
  validateSearch: searchTexts('task'),
  component: IntegrityScreen,
});
