// The first hits of a text that is being typed: after a pause, and only the latest text is asked for.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SubjectHit } from '../api/generated/SubjectHit.ts';
import { suggestionsQuery } from '../api/search.ts';

const PAUSE_MS = 250;
const SHORTEST = 3;
const NONE: readonly SubjectHit[] = [];

/** None before the third letter, and none where the server cannot answer: the search itself says why. */
export function useSuggestions(text: string): readonly SubjectHit[] {
  const typed = text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = asked.length >= SHORTEST && asked === typed;
  const { data } = useQuery({ ...suggestionsQuery(asked), enabled: isAsked });
  return (isAsked && data?.results) || NONE;
}
