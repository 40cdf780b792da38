// Writes a note on a member. A text that cannot be saved stays in its field.
import { useState } from 'react';
import { Alert, announce, Button, Field, Stack, useForm, type FieldErrors } from '@/ui';
import field from '@/ui/Field.module.css';
import { textOf, useAskBeforeLeaving } from '../../ui/index.ts';
import { addNote } from './queries.ts';

/** The server's limit. */
const LONGEST = 1000;

interface NoteFormProps {
  readonly id: string;
  readonly onAdded: () => void;
}

export function NoteForm({ id, onAdded }: NoteFormProps) {
  const [text, setText] = useState('');
  useAskBeforeLeaving(text.trim() !== '', 'Leave without adding the note?');
  const form = useForm({
    check: (data): FieldErrors => (textOf(data, 'text') ? {} : { text: 'Write the note first.' }),
    send: async (data) => {
      await addNote(id, textOf(data, 'text'));
      setText('');
      announce('The note was added.');
      onAdded();
    },
    focusesRejected: true,
  });
  return (
    <Stack as="form" gap={3} align="start" {...form.form} aria-label="Add a note" noValidate>
      <Field
        label="Note"
        hint="For colleagues, and the member may read it: it is in the download of their data, without your name. An erasure removes it."
        error={form.errors['text']}
        className="full"
      >
        {(attributes) => (
          <textarea
            {...attributes}
            name="text"
            rows={3}
            maxLength={LONGEST}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className={field.input}
          />
        )}
      </Field>
      <Alert>{form.failure}</Alert>
      <Button type="submit" busyText={form.busy && 'one moment…'}>
        Add the note
      </Button>
    </Stack>
  );
}
