// Whether everything is correct: verifications with their findings, and the seal over the journal.
import { Screen } from '../../ui/Screen.tsx';
import { SealSection } from './SealSection.tsx';
import { Verifying } from './Verifying.tsx';

export default function IntegrityScreen() {
  return (
    <Screen
      title="Integrity"
      intro="Whether the journal, the rules, the seal and what members read agree with one another."
      full
    >
      <Verifying />
      <SealSection />
    </Screen>
  );
}
