// Asks whether a reservation that the member left before is to be continued: its players and answers must not come back
// unannounced.
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import { Button, fullName, listOf, Page, Row } from '@/ui';
import { Summary } from './Summary.tsx';

export function ResumeDraft({ onAnswer }: { readonly onAnswer: () => void }) {
  const draft = useDraft();
  const { players, golfclub, isPredefinedCourse } = draft;
  const beginAgain = () => {
    dispatch({ type: 'reset' });
    // The club that was just chosen on its page is no part of what was left.
    if (isPredefinedCourse && golfclub) dispatch({ type: 'predefine-course', club: golfclub });
    onAnswer();
  };
  const others = players.slice(1).map(fullName);
  return (
    <Page
      title="Verder met je reservering?"
      intro={`Je was bezig met een reservering${others.length > 0 ? ` met ${listOf(others)}` : ''}. Er is nog niets geboekt.`}
    >
      <Summary beside draft={draft} step="date" />
      <Row gap={3}>
        <Button onClick={onAnswer}>verder</Button>
        <Button variant="secondary" onClick={beginAgain}>
          begin opnieuw
        </Button>
      </Row>
    </Page>
  );
}
