// The acts that the filter shows, as a file. Why is recorded, because the file leaves the portal.
import { ActDialog } from '../../ui/index.ts';
import { saveFile } from '../../api/files.ts';
import { exportActions, isFiltered, type ActionsFilter } from './queries.ts';

interface ExportDialogProps {
  readonly filter: ActionsFilter;
  readonly onDone: (name: string) => void;
  readonly onClose: () => void;
}

export function ExportDialog({ filter, onDone, onClose }: ExportDialogProps) {
  return (
    <ActDialog
      title="Export as CSV"
      explanation={
        <p>
          {`The file has ${isFiltered(filter) ? 'what fits the filter' : 'every act'}, newest first, at most 10,000 rows. It names members: keep it no longer than you need it.`}
        </p>
      }
      confirmLabel="Export"
      onConfirm={async (reason) => {
        const file = await exportActions(filter, reason);
        saveFile(file);
        onDone(file.name);
      }}
      onClose={onClose}
    />
  );
}
