// A list as a file. Why is recorded, because the file leaves the portal.
import { useState } from 'react';
import { Button } from '@/ui';
import { saveFile, type ServerFile } from '../api/files.ts';
import { ActDialog } from './ActDialog.tsx';
import { Done } from './Done.tsx';

interface ExportButtonProps {
  /** What the file has and in which order, such as `every act, newest first`. */
  readonly contents: string;
  readonly fetchFile: (reason: string) => Promise<ServerFile>;
  /** Told the name of the file. */
  readonly onSaved: (name: string) => void;
}

export function ExportButton({ contents, fetchFile, onSaved }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Export as CSV…
      </Button>
      {isOpen ? (
        <ActDialog
          title="Export as CSV"
          explanation={
            <p>
              {`The file has ${contents}, at most 10,000 rows. It names members: keep it no longer than you need it.`}
            </p>
          }
          confirmLabel="Export"
          onConfirm={async (reason) => {
            const file = await fetchFile(reason);
            saveFile(file);
            setOpen(false);
            onSaved(file.name);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** The sentence about the file that was saved, until something else is `shown`. */
export function useExported(shown: unknown) {
  const now = JSON.stringify(shown);
  const [saved, setSaved] = useState<{ readonly name: string; readonly shown: string }>();
  return {
    onSaved: (name: string) => setSaved({ name, shown: now }),
    exported: saved?.shown === now ? <Done>{`Saved as ${saved.name}.`}</Done> : null,
  };
}
