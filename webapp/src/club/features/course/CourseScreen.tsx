import { Page } from '@/ui';

export function CourseScreen() {
  return <Page title="Baan" />;
}
