import { createFileRoute, notFound } from '@tanstack/react-router';
import { ChangeDayScreen } from '@/operator/features/club-days/ChangeDayScreen.tsx';
import { searchTexts } from '@/ui';

// Not in its place below: together with `beforeLoad` its type would be lost.
const validateSearch = searchTexts('capacity');

export const Route = createFileRoute('/_inside/clubs/$club/$date/$change')({
  validateSearch,
  beforeLoad: ({ params: { change, date } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to say so
    if (!/^(close|limit)$/.test(change) || !/^\d{4}-\d\d-\d\d$/.test(date)) throw notFound();
  },
  component: ChangeDayScreen,
});
