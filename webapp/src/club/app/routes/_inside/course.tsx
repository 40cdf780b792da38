import { createFileRoute } from '@tanstack/react-router';
import { CourseScreen } from '@/club/features/course/CourseScreen.tsx';

export const Route = createFileRoute('/_inside/course')({ component: CourseScreen });
