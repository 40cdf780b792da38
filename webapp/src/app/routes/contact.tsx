import { createFileRoute } from '@tanstack/react-router';
import { ContactScreen } from '@/features/pages/ContactScreen.tsx';

// Not below `_member`: a member who cannot log in needs it most.
export const Route = createFileRoute('/contact')({ component: ContactScreen });
