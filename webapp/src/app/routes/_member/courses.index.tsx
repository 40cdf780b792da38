import { createFileRoute } from '@tanstack/react-router';
import { CoursesScreen } from '@/features/course-list/CoursesScreen.tsx';

export const Route = createFileRoute('/_member/courses/')({ component: CoursesScreen });
