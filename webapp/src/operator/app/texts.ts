// The kit's texts for operators.
import { setTexts } from '@/ui/texts.ts';
import { failureText, OperatorError } from '../api/client.ts';

setTexts({
  app: 'Fairway operators',
  skip: 'Skip to the content',
  loading: 'Loading.',
  retry: 'Try again',
  retrying: 'trying…',
  failure: failureText,
  showPassword: (label) => `show ${label.toLowerCase()}`,
  oneAddress: 'Enter one e-mail address.',
  anAddress: 'Enter one e-mail address.',
  broken: {
    title: 'Something went wrong',
    text: (error) => (error instanceof OperatorError ? failureText(error) : 'This page could not be loaded.'),
    reload: 'Reload',
  },
  notFound: { title: 'Page not found', text: 'There is no page at this address.', link: 'To the search' },
});
