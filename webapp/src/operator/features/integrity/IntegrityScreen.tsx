// Whether everything is correct: verifications with their findings, and the seal over the journal.
import { Page } from '@/ui';
import { SealSection } from './SealSection.tsx';
import { Verifying } from './Verifying.tsx';

export function IntegrityScreen() {
  return (
    <Page
      title="Integrity"
      intro="Whether the journal, the rules, the seal and what members read agree with one another."
      full
    >
      <Verifying />
      <SealSection />
    </Page>
  );
}
