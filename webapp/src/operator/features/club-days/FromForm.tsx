// The first day that is shown; it is in the address.
import type { FormEvent } from 'react';
import { Button, Row } from '@/ui';
import { DateField, textOf } from '../../ui/index.ts';

interface FromFormProps {
  readonly from: string;
  readonly onShow: (day: string) => void;
}

export function FromForm({ from, onShow }: FromFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const day = textOf(new FormData(event.currentTarget), 'from');
    if (day) onShow(day);
  };
  return (
    <Row as="form" gap={2} align="end" onSubmit={submit} aria-label="Days">
      <DateField label="Days from" name="from" defaultValue={from} required />
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </Row>
  );
}
