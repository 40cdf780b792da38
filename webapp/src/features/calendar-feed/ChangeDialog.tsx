// Asks before the present address ends: calendars that use it go silent.
import { failureText } from '@/api/error.ts';
import { ConfirmDialog } from '@/ui';
import { calendarFeedTexts, useFeedChange, type FeedChange } from './queries.ts';

interface Props {
  readonly change: FeedChange;
  readonly onClose: () => void;
  readonly onChanged: (message: string) => void;
}

const texts = {
  renew: {
    title: 'Nieuw adres maken',
    consequence: 'Zet daarna het nieuwe adres in elke agenda die je rondes moet laten zien.',
    confirm: 'ja, maak een nieuw adres',
    done: 'Je nieuwe adres is gemaakt. Het oude werkt niet meer.',
  },
  off: {
    title: 'Agenda ontkoppelen',
    consequence: 'Je reserveringen blijven staan. Verwijder het abonnement daarna ook in je agenda-app.',
    confirm: 'ja, ontkoppelen',
    done: 'Je agenda is ontkoppeld. Het adres werkt niet meer.',
  },
};

export function ChangeDialog({ change, onClose, onChanged }: Props) {
  const changing = useFeedChange(change);
  const { title, consequence, confirm, done } = texts[change];
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirm}
      busy={changing.isPending}
      failure={changing.error && failureText(changing.error, calendarFeedTexts)}
      onConfirm={() => changing.mutate(undefined, { onSuccess: () => onChanged(done) })}
      onClose={onClose}
    >
      <p>
        Het huidige adres werkt dan meteen niet meer: agenda’s die het gebruiken, krijgen geen nieuwe rondes.
      </p>
      <p>{consequence}</p>
    </ConfirmDialog>
  );
}
