import { Page } from '@/ui';

export function ScanScreen() {
  return <Page title="Scannen" />;
}
