// A dialog with a form: it stays open while the request runs, and shows below its fields what failed.
import type { ReactNode } from 'react';
import { Alert, Button, Dialog, DialogActions, Stack, type useForm } from '@/ui';

interface FormDialogProps {
  readonly title: string;
  readonly form: Pick<ReturnType<typeof useForm>, 'form' | 'failure' | 'busy'>;
  readonly confirmLabel: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

export function FormDialog({ title, form, confirmLabel, children, onClose }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} locked={form.busy}>
      <Stack as="form" gap={4} {...form.form} noValidate>
        {children}
        <Alert>{form.failure}</Alert>
        <DialogActions>
          <Button type="submit" busyText={form.busy && 'bezig…'}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={form.busy}>
            terug
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** What was typed, without spaces around it. */
export const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();
