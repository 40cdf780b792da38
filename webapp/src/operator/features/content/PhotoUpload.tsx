// Adds photos to a club from files of this device. Each is stored at once; members see it when the club is saved.
import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Alert, Button } from '@/ui';
import { failureText } from '../../api/failure.ts';
import { StoredPhoto } from '../../api/generated/StoredPhoto.ts';
import { upload } from '../../api/upload.ts';

/** The server's limit, in bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

interface PhotoUploadProps {
  /** The names of the stored photos. */
  readonly onAdd: (files: readonly string[]) => void;
}

export function PhotoUpload({ onAdd }: PhotoUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);

  const send = async (files: readonly File[]) => {
    setBusy(true);
    setFailures([]);
    const stored: string[] = [];
    const refused: string[] = [];
    // One after the other: the server decodes one at a time.
    for (const file of files) {
      if (file.size > MOST_BYTES) {
        refused.push(`${file.name}: it has more than 8 MiB. Choose a smaller one.`);
        continue;
      }
      try {
        // oxlint-disable-next-line no-await-in-loop -- in their order
        stored.push((await upload('/content/photos', file, StoredPhoto)).file);
      } catch (error) {
        refused.push(`${file.name}: ${failureText(error)}`);
      }
    }
    setBusy(false);
    setFailures(refused);
    if (stored.length > 0) onAdd(stored);
  };

  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png"
        aria-label="Files of photos"
        onChange={({ target }) => {
          void send([...(target.files ?? [])]);
          // The same file can be chosen again after a failure.
          target.value = '';
        }}
      />
      <Button variant="secondary" busyText={isBusy && 'uploading…'} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden size={18} />
        Add photos
      </Button>
      <p className="soft small">JPEG or PNG, at least 480 pixels wide, at most 8 MiB each.</p>
      <Alert>{failures.length > 0 ? failures.map((failure) => <p key={failure}>{failure}</p>) : null}</Alert>
    </div>
  );
}
