import { Page } from '@/ui';

export function IrregularScreen() {
  return <Page title="Te beslissen" />;
}
