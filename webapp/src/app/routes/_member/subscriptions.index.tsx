import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_member/subscriptions/')({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/_member/subscriptions/"!</div>;
}
