// How a member reads a kind of news.
import type { NotificationKind } from '@/api/generated/NotificationKind.ts';

interface KindText {
  readonly title: string;
  readonly explanation: string;
}

export const kindTexts: Record<NotificationKind, KindText> = {
  round_booked: {
    title: 'Geboekt of toegevoegd',
    explanation: 'Je bevestiging met je voucher, en bericht als iemand je aan een ronde toevoegt.',
  },
  round_changed: {
    title: 'Wijzigingen in je groep',
    explanation: 'Een medespeler annuleert of wisselt, of jij wordt groepsleider.',
  },
  round_cancelled: {
    title: 'Annuleringen',
    explanation:
      'Je plaats of je hele ronde is geannuleerd. Annuleert de club of de klantenservice, dan mailen we je altijd.',
  },
  reminder: {
    title: 'Herinnering de dag voor je ronde',
    explanation: 'Met het adres, de route en je voucher.',
  },
  waiting_list: {
    title: 'Wachtlijst',
    explanation:
      'Je staat op een wachtlijst, of er zijn plaatsen voor je vrij. Zonder bericht zie je een aanbod alleen in het portaal, en het geldt maar kort.',
  },
};
