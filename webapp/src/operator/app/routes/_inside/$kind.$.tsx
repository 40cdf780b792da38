import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { isKind } from '@/operator/api/kinds.ts';
import { MemberPage } from '@/operator/features/members/MemberPage.tsx';
import { SubjectPage } from '@/operator/features/subject/SubjectPage.tsx';
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
  'tab',
  'pass',
  'list',
);

// The id is the rest of the address: that of a club's day has a slash in it.
export const Route = createFileRoute('/_inside/$kind/$')({
  validateSearch,
  beforeLoad: ({ params: { kind, _splat: id }, search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to say so
    if (!isKind(kind) || !id) throw notFound();
    // Addresses of before a member's timeline was a tab.
    if (kind === 'member' && search.view === 'timeline') {
      // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to say so
      throw redirect({
        to: '/$kind/$',
        params: { kind, _splat: id },
        search: { ...search, view: undefined, tab: 'timeline' },
        replace: true,
      });
    }
  },
  component: SubjectScreen,
});

/** A member has a page of several tabs; each other kind has its state beside its timeline. */
function SubjectScreen() {
  const { kind, _splat: id = '' } = Route.useParams();
  if (kind === 'member') return <MemberPage key={id} id={id} />;
  return isKind(kind) ? <SubjectPage key={`${kind} ${id}`} kind={kind} id={id} /> : null;
}
