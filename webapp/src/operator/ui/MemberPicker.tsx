// A field that wants a member: a name, an address, a telephone or a birth date suggests members, and the one that is
// picked is sent by id. What is typed and not picked is sent as it is: the server takes an address or an id.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Combobox } from '@/ui/Combobox.tsx';
import { LONGEST_SEARCH, searchQuery } from '../api/search.ts';
import { useSuggestions } from './useSuggestions.ts';

interface MemberPickerProps {
  readonly label: string;
  /** Of the field with the member in its form. */
  readonly name: string;
  /** An id, or what was typed. */
  readonly value?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

interface Chosen {
  readonly text: string;
  /** The member's id; undefined: only typed. */
  readonly id?: string;
}

const isId = (text: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text);

export function MemberPicker({ label, name, value = '', error, required }: MemberPickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  // The address has the id alone.
  const named = useQuery({ ...searchQuery(value), enabled: isId(value) && !chosen, staleTime: 60_000 });
  const title = named.data?.results.find(({ id }) => id === value)?.title;
  const { text, id = text } = chosen ?? { text: title ?? value, id: value };
  const found = useSuggestions(chosen && !chosen.id ? text : '');
  const members = found.filter(({ kind }) => kind === 'member');
  return (
    <>
      <Combobox
        ref={field}
        label={label}
        listLabel={`Members: ${label}`}
        value={text}
        onChange={(typed) => setChosen({ text: typed })}
        options={members.map((hit) => ({
          id: hit.id,
          label: hit.title,
          detail: [hit.detail, hit.city].filter(Boolean).join(' · '),
        }))}
        onPick={(option) => setChosen({ text: option.label, id: option.id })}
        error={error}
        required={required}
        maxLength={LONGEST_SEARCH}
        autoCapitalize="none"
        spellCheck={false}
      />
      {/* The form that finds a mistake in this field leads to it by its name. */}
      <input
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden
        readOnly
        name={name}
        value={id.trim()}
        onFocus={() => field.current?.focus()}
      />
    </>
  );
}
