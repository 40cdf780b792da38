import { createFileRoute } from '@tanstack/react-router';
import { CoursesScreen } from '@/features/courses/CoursesScreen.tsx';

export const Route = createFileRoute('/_member/courses/')({ component: CoursesScreen });
