// Starts a reservation at a club, so that the wizard does not ask for the course.
import { useNavigate } from '@tanstack/react-router';
import { CalendarSearch } from 'lucide-react';
import type { DraftClub } from '@/features/draft/draft.ts';
import { Button, type ButtonVariant } from '@/ui';
import { startReservation } from './startReservation.ts';

interface ReserveButtonProps {
  readonly club: DraftClub;
  readonly variant: ButtonVariant;
  readonly className?: string | undefined;
}

export function ReserveButton({ club, variant, className }: ReserveButtonProps) {
  const navigate = useNavigate();
  return (
    <Button
      variant={variant}
      className={className ?? ''}
      aria-label={`bekijk beschikbaarheid & reserveer bij ${club.name}`}
      onClick={() => {
        startReservation(club);
        void navigate({ to: '/reservation/players' });
      }}
    >
      <CalendarSearch aria-hidden size={18} />
      bekijk beschikbaarheid & reserveer
    </Button>
  );
}
