import { Page } from '@/ui';

export function ArrivalsScreen() {
  return <Page title="Vandaag" />;
}
