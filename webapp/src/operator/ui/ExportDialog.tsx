// Asks why a list leaves the portal as a file: the reason is recorded with the act. Then the browser saves the file.
import { ActDialog } from './ActDialog.tsx';
import { saveFile, type ServerFile } from '../api/files.ts';

interface ExportDialogProps {
  /** What the file has, and of whom it tells. */
  readonly explanation: string;
  readonly file: (reason: string) => Promise<ServerFile>;
  readonly onDone: (name: string) => void;
  readonly onClose: () => void;
}

export function ExportDialog({ explanation, file, onDone, onClose }: ExportDialogProps) {
  return (
    <ActDialog
      title="Export as CSV"
      explanation={<p>{explanation}</p>}
      confirmLabel="Export"
      onConfirm={async (reason) => {
        const found = await file(reason);
        saveFile(found);
        onDone(found.name);
      }}
      onClose={onClose}
    />
  );
}
