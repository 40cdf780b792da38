// Buttons that save files of the server. The look at each is recorded.
import { Download } from 'lucide-react';
import { Alert, Button, Region, Row } from '@/ui';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { failureText } from '../../api/failure.ts';
import { getFile, saveFile } from '../../api/files.ts';
import { Done } from '../../ui/index.ts';

interface FileButtonsProps {
  readonly label: string;
  readonly explanation?: string;
  readonly files: readonly { readonly label: string; readonly path: string }[];
}

export function FileButtons({ label, explanation, files }: FileButtonsProps) {
  const saving = useSingleMutation({
    mutationFn: async (path: string) => {
      const file = await getFile(path);
      saveFile(file);
      return file.name;
    },
  });
  return (
    <Region title={label}>
      {explanation ? <p>{explanation}</p> : null}
      <Row gap={2}>
        {files.map((file) => (
          <Button
            key={file.path}
            variant="secondary"
            busyText={saving.isPending && saving.variables === file.path && 'saving…'}
            onClick={() => saving.mutate(file.path)}
          >
            <Download aria-hidden size={18} />
            {file.label}
          </Button>
        ))}
      </Row>
      <Alert>{saving.error && failureText(saving.error)}</Alert>
      {saving.data === undefined ? null : <Done key={saving.data}>{`Saved as ${saving.data}.`}</Done>}
    </Region>
  );
}
