// The kit's texts for operators.
import { ApiError } from '@/api/error.ts';
import { setTexts } from '@/ui/texts.ts';
import { failureText } from '../api/failure.ts';

setTexts({
  app: 'Fairway operators',
  skip: 'Skip to the content',
  loading: 'Loading.',
  retry: 'Try again',
  busy: 'trying…',
  back: 'Cancel',
  failure: failureText,
  showPassword: (label) => `show ${label.toLowerCase()}`,
  oneAddress: 'Enter one e-mail address.',
  anAddress: 'Enter one e-mail address.',
  broken: {
    title: 'Something went wrong',
    text: (error) => (error instanceof ApiError ? failureText(error) : 'This page could not be loaded.'),
    reload: 'Reload',
  },
  notFound: { title: 'Page not found', text: 'There is no page at this address.', link: 'To the search' },
});
