// A field that wants a member: a name, an address, a telephone or a birth date suggests members, and the one that is
// picked is sent by id. What is typed and not picked is sent as it is: the server takes an address or an id.
import { useState } from 'react';
import { Combobox } from '@/ui/Combobox.tsx';
import type { SubjectHit } from '../api/generated/SubjectHit.ts';
import { LONGEST_SEARCH } from '../api/search.ts';
import { useSuggestions } from './useSuggestions.ts';

interface MemberPickerProps {
  readonly label: string;
  /** Of the hidden field with the member, for a form that is read as a whole. */
  readonly name?: string;
  /** An id or what was typed. */
  readonly value?: string;
  readonly onChange?: (member: string) => void;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

export function MemberPicker({ label, name, value, onChange, error, required }: MemberPickerProps) {
  const [text, setText] = useState(value ?? '');
  const [picked, setPicked] = useState<SubjectHit>();
  const found = useSuggestions(picked ? '' : text);
  const set = (typed: string, hit: SubjectHit | undefined) => {
    setText(typed);
    setPicked(hit);
    onChange?.(hit?.id ?? typed.trim());
  };
  const members = found.filter(({ kind }) => kind === 'member');
  return (
    <>
      <Combobox
        label={label}
        listLabel={`Members: ${label}`}
        value={text}
        onChange={(typed) => set(typed, undefined)}
        options={members.map(({ id, title, detail, city }) => ({
          id,
          label: title,
          detail: [detail, city].filter(Boolean).join(' · '),
        }))}
        onPick={({ id }) => {
          const hit = members.find((one) => one.id === id);
          if (hit) set(hit.title, hit);
        }}
        error={error}
        required={required}
        maxLength={LONGEST_SEARCH}
        autoCapitalize="none"
        spellCheck={false}
      />
      {name ? <input type="hidden" name={name} value={picked?.id ?? text.trim()} /> : null}
    </>
  );
}
