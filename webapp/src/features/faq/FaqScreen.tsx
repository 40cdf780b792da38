// The frequently asked questions: per category, each opened by its button, with a search that opens its matches and puts
// them first.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, Info, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { failureText } from '@/api/error.ts';
import {
  ButtonLink,
  fileLink,
  EmptyState,
  Stack,
  Loaded,
  Page,
  SearchField,
  Skeleton,
  useStableCallback,
  counted,
} from '@/ui';
import styles from './FaqScreen.module.css';
import { categoryId, Questions } from './Questions.tsx';
import { faqQuery, type Category } from './queries.ts';
import { findQuestions, foundFirst, MIN_TERM, searchTerm } from './search.ts';

const TERMS = '/api/documents/algemene-voorwaarden.pdf';
const texts = {
  failure: 'Er is iets misgegaan bij het ophalen van de veelgestelde vragen.',
  network: 'Netwerkfout bij het ophalen van de veelgestelde vragen.',
};

export function FaqScreen() {
  const query = useQuery(faqQuery);
  return (
    <Page title="Veelgestelde vragen" rail={<Rail categories={query.data ?? []} />}>
      <Loaded
        query={query}
        skeleton={<Skeleton height="3rem" count={14} />}
        failure={(error) => [failureText(error, texts)]}
        empty={
          <EmptyState title="Er staan nog geen vragen.">
            <ButtonLink to="/contact">neem contact op</ButtonLink>
          </EmptyState>
        }
      >
        {(categories) => <SearchableFaq categories={categories} />}
      </Loaded>
    </Page>
  );
}

/** The categories come when they are loaded: below what is there. */
function Rail({ categories }: { readonly categories: readonly Category[] }) {
  return (
    <>
      <p>
        <a {...fileLink()} href={TERMS} className={styles.terms}>
          <FileText aria-hidden size={20} />
          <span>
            Lees de algemene voorwaarden <small>(pdf)</small>
          </span>
        </a>
      </p>
      <p>
        <Link to="/info" className={styles.terms}>
          <Info aria-hidden size={20} />
          Zo werkt Fairway
        </Link>
      </p>
      {categories.length > 1 ? (
        <nav aria-label="Onderwerpen" className={styles.categories}>
          <ul>
            {categories.map(({ name }) => (
              <li key={name}>
                <a href={`#${categoryId(name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </>
  );
}

function SearchableFaq({ categories }: { readonly categories: readonly Category[] }) {
  const [typed, setTyped] = useState('');
  /** The questions that the member opened or closed since the search last changed; the search decides on the others. */
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  // A letter shows at once, its matches after it.
  const searched = useDeferredValue(typed);
  const term = searchTerm(searched);
  const found = useMemo(() => findQuestions(categories, term), [categories, term]);
  const { matching, others, rest } = useMemo(() => foundFirst(categories, found), [categories, found]);
  const isOpen = (id: string) => toggled[id] ?? found.has(id);
  const toggle = useStableCallback((id: string) => setToggled({ ...toggled, [id]: !isOpen(id) }));

  return (
    <>
      <Stack role="search" gap={2}>
        <SearchField
          label="Zoek in de vragen"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={`Typ minstens ${MIN_TERM} letters`}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            if (searchTerm(event.target.value) !== searchTerm(typed)) setToggled({});
          }}
        />
        <div role="status" className={styles.result}>
          {term ? <Result count={found.size} typed={searched.trim()} /> : null}
        </div>
      </Stack>
      {[...matching, ...others, ...rest].map((category) => (
        <Questions key={category.name} category={category} term={term} isOpen={isOpen} onToggle={toggle} />
      ))}
    </>
  );
}

function Result({ count, typed }: { readonly count: number; readonly typed: string }) {
  if (count === 0) {
    return (
      <>
        <Search aria-hidden size={18} />
        <span>
          <span>Geen vragen gevonden over “{typed}”. </span>
          <Link to="/contact">Stel je vraag aan onze klantenservice</Link>
          <span>, of kijk hieronder bij alle vragen.</span>
        </span>
      </>
    );
  }
  return (
    <>
      <Search aria-hidden size={18} />
      <span>{`${counted(count, 'vraag', 'vragen')} gevonden`}</span>
    </>
  );
}
