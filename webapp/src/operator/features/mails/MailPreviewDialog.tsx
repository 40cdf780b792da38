// How a mail would read if it was sent now, in a frame in which no script runs. Its links lead nowhere: the server left
// them out.
import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, DialogActions, Loaded, Stack } from '@/ui';
import type { MailEntry } from '../../api/generated/MailEntry.ts';
import previewStyles from '../content/preview.css?url';
import styles from './MailsScreen.module.css';
import { nameOf } from './MailsTable.tsx';
import { mailPreviewQuery } from './queries.ts';

interface MailPreviewDialogProps {
  readonly mail: MailEntry;
  readonly onClose: () => void;
}

export function MailPreviewDialog({ mail, onClose }: MailPreviewDialogProps) {
  const query = useQuery(mailPreviewQuery(mail.id));
  const theme = document.documentElement.dataset['theme'] ?? '';
  return (
    <Dialog title={`Mail to ${nameOf(mail)}`} onClose={onClose}>
      <Stack gap={3}>
        <p className="soft small">
          Composed anew, with how things stand now. Links are left out, and the text that was sent is not
          kept.
        </p>
        <Loaded query={query}>
          {({ subject, html }) => (
            <>
              <p className="strong" lang="nl">
                {subject}
              </p>
              {/* Without scripts, forms and links that leave: only the style sheet of this origin is loaded. */}
              <iframe
                sandbox="allow-same-origin"
                title={`Mail: ${subject}`}
                srcDoc={`<!doctype html><html lang="nl" data-theme="${theme}"><meta charset="utf-8"><title>Mail</title><link rel="stylesheet" href="${previewStyles}"><body>${html}</body></html>`}
                className={styles.mail}
              />
            </>
          )}
        </Loaded>
        <DialogActions>
          <Button variant="secondary" data-safe onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
