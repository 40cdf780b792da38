import { createFileRoute } from '@tanstack/react-router';
import { MemberScreen } from '@/operator/features/members/MemberScreen.tsx';

export const Route = createFileRoute('/_inside/members/$id')({ component: MemberScreen });
