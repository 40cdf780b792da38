// One category of questions under its heading.
import { memo } from 'react';
import { Card, Disclosure, Region } from '@/ui';
import styles from './FaqScreen.module.css';
import { HighlightedHtml, HighlightedText } from './Highlighted.tsx';
import type { Category, Question } from './queries.ts';

interface QuestionsProps {
  readonly category: Category;
  /** The folded search, empty without one. */
  readonly term: string;
  readonly isOpen: (id: string) => boolean;
  readonly onToggle: (id: string) => void;
}

/** The id of a category's heading, for links within the page. */
export function categoryId(name: string): string {
  return `onderwerp-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

export function Questions({ category, term, isOpen, onToggle }: QuestionsProps) {
  return (
    <Region title={category.name} id={categoryId(category.name)}>
      <Card className={styles.questions}>
        {category.questions.map((question) => (
          <Answer
            key={question.id}
            question={question}
            term={term}
            open={isOpen(question.id)}
            onToggle={onToggle}
          />
        ))}
      </Card>
    </Region>
  );
}

interface AnswerProps {
  readonly question: Question;
  readonly term: string;
  readonly open: boolean;
  readonly onToggle: (id: string) => void;
}

/** Memoised: to open one question must not render the others. */
const Answer = memo(function Answer({ question, term, open, onToggle }: AnswerProps) {
  const { id, question: text, answer } = question;
  return (
    <Disclosure
      heading="h3"
      label={<HighlightedText text={text} term={term} />}
      open={open}
      onToggle={() => onToggle(id)}
    >
      <HighlightedHtml key={answer} html={answer} term={term} />
    </Disclosure>
  );
});
