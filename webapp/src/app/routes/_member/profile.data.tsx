import { createFileRoute } from '@tanstack/react-router';
import { OwnDataScreen } from '@/features/own-data/OwnDataScreen.tsx';

export const Route = createFileRoute('/_member/profile/data')({ component: OwnDataScreen });
