import { createFileRoute } from '@tanstack/react-router';
import { IrregularScreen } from '@/club/features/irregular/IrregularScreen.tsx';
import { searchTexts } from '@/ui';

export const Route = createFileRoute('/_inside/irregular')({
  validateSearch: searchTexts('date'),
  component: IrregularScreen,
});
