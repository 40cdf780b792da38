import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_member/profile')({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/_member/profile"!</div>;
}
