// The kit's texts for clubs.
import { setTexts } from '@/ui/texts.ts';
import { failureText } from '../api/failure.ts';

setTexts({
  app: 'Fairway receptie',
  skip: 'naar de inhoud',
  loading: 'Even geduld, we halen de gegevens op.',
  retry: 'opnieuw proberen',
  busy: 'bezig…',
  back: 'terug',
  failure: failureText,
  updated: (time, date) => `bijgewerkt om ${time}${date ? ` op ${date}` : ''}`,
  showPassword: (label) => `${label.toLowerCase()} tonen`,
  oneAddress: 'Vul één e-mailadres tegelijk in.',
  anAddress: 'Vul een e-mailadres in, zoals naam@voorbeeld.nl.',
  broken: {
    title: 'Er is iets misgegaan',
    text: () => 'Deze pagina kon niet worden geladen. Scans die nog wachten, zijn bewaard.',
    reload: 'vernieuwen',
  },
  notFound: {
    title: 'Pagina niet gevonden',
    text: 'Uit de baan: deze pagina bestaat niet of is verplaatst.',
    link: 'naar het begin',
  },
});
