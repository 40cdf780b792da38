// The kit's texts for members.
import { isInputStored } from '@/session/storedInput.ts';
import { setTexts } from '@/ui/texts.ts';

setTexts({
  app: 'Fairway',
  skip: 'naar de inhoud',
  loading: 'Even geduld, we halen de gegevens op.',
  retry: 'opnieuw proberen',
  busy: 'bezig…',
  back: 'terug',
  failure: () => 'Er is iets misgegaan.',
  updated: (time, date) => `bijgewerkt om ${time}${date ? ` op ${date}` : ''}`,
  showPassword: (label) => `${label.toLowerCase()} tonen`,
  oneAddress: 'Vul één e-mailadres tegelijk in.',
  anAddress: 'Vul een e-mailadres in, zoals naam@voorbeeld.nl.',
  broken: {
    title: 'Er is iets misgegaan',
    text: (_, pathname) =>
      `Deze pagina kon niet worden geladen.${isInputStored(pathname) ? ' Wat je had ingevuld, is bewaard.' : ''}`,
    reload: 'vernieuwen',
  },
  notFound: {
    title: 'Pagina niet gevonden',
    text: 'Uit de baan: deze pagina bestaat niet of is verplaatst.',
    link: 'naar het begin',
  },
});
