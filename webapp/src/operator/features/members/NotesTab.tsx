// Notes of operators on a member, for colleagues.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce, Button, ConfirmDialog, Loaded, Region, Row, Stack } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { NoteView } from '../../api/generated/NoteView.ts';
import { formatInstant, Instant } from '../../ui/index.ts';
import { NoteForm } from './NoteForm.tsx';
import styles from './NotesTab.module.css';
import { notesQuery, removeNote } from './queries.ts';

interface NotesTabProps {
  readonly id: string;
  /** An auditor only reads them. */
  readonly mayWrite: boolean;
}

export function NotesTab({ id, mayWrite }: NotesTabProps) {
  const queryClient = useQueryClient();
  const query = useQuery(notesQuery(id));
  const [removing, setRemoving] = useState<NoteView>();
  const reload = () => queryClient.invalidateQueries({ queryKey: notesQuery(id).queryKey });
  return (
    <Region title="Notes">
      {mayWrite ? <NoteForm id={id} onAdded={() => void reload()} /> : null}
      <Loaded query={query} empty={<p>There is no note on this member.</p>}>
        {(notes) => (
          <Stack as="ul" gap={3} aria-label="Notes, latest first">
            {notes.map((note) => (
              <li key={note.id} className="panel">
                <Row gap={3} lineGap={1} align="center" between>
                  <p className="soft small">
                    <Instant at={note.at} />, {note.by}
                  </p>
                  {mayWrite ? (
                    <Button
                      variant="quiet"
                      aria-label={`Remove the note of ${formatInstant(note.at)}`}
                      onClick={() => setRemoving(note)}
                    >
                      Remove
                    </Button>
                  ) : null}
                </Row>
                <p className={styles.text}>{note.text}</p>
              </li>
            ))}
          </Stack>
        )}
      </Loaded>
      {removing ? (
        <RemoveDialog
          id={id}
          note={removing}
          onRemoved={() => {
            setRemoving(undefined);
            announce('The note was removed.');
            void reload();
          }}
          onClose={() => setRemoving(undefined)}
        />
      ) : null}
    </Region>
  );
}

interface RemoveDialogProps {
  readonly id: string;
  readonly note: NoteView;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

function RemoveDialog({ id, note, onRemoved, onClose }: RemoveDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await removeNote(id, note.id);
      onRemoved();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      title="Remove this note?"
      confirmLabel="Remove the note"
      busy={isBusy}
      failure={failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p className={styles.text}>{note.text}</p>
      <p>Its text is gone for good. The record says that you removed a note.</p>
    </ConfirmDialog>
  );
}
