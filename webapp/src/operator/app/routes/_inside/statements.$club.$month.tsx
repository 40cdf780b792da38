import { createFileRoute, notFound } from '@tanstack/react-router';
import { StatementScreen } from '@/operator/features/statements/StatementScreen.tsx';
import { MONTH } from '@/operator/features/statements/words.ts';

export const Route = createFileRoute('/_inside/statements/$club/$month')({
  beforeLoad: ({ params: { month } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to say so
    if (!MONTH.test(month)) throw notFound();
  },
  component: StatementScreen,
});
