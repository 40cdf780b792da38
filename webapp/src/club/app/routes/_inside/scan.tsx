import { createFileRoute } from '@tanstack/react-router';
import { ScanScreen } from '@/club/features/scan/ScanScreen.tsx';

export const Route = createFileRoute('/_inside/scan')({ component: ScanScreen });
