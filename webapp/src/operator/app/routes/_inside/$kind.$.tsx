import { createFileRoute, notFound } from '@tanstack/react-router';
import { isKind } from '@/operator/api/kinds.ts';
import { SubjectScreen } from '@/operator/features/subject/SubjectScreen.tsx';
import { searchTexts } from '@/ui';

// Not in its place below: together with `beforeLoad` its type would be lost.
const validateSearch = searchTexts(
  'at',
  'sequence',
  'compare_at',
  'compare_sequence',
  'category',
  'text',
  'events',
  'actor',
  'from',
  'to',
  'view',
);

// The id is the rest of the address: that of a club's day has a slash in it.
export const Route = createFileRoute('/_inside/$kind/$')({
  validateSearch,
  beforeLoad: ({ params: { kind, _splat: id } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to say so
    if (!isKind(kind) || !id) throw notFound();
  },
  component: SubjectScreen,
});
