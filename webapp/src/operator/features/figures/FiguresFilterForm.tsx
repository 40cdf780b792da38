// The period, the club and the kind of pass, which are in the address.
import type { FormEvent } from 'react';
import { Button, ButtonLink } from '@/ui/Button.tsx';
import { Row } from '@/ui/layout.tsx';
import { Select } from '@/ui/Select.tsx';
import { TextField } from '@/ui/TextField.tsx';
import type { FiguresAnswer } from '../../api/generated/FiguresAnswer.ts';
import styles from './FiguresScreen.module.css';
import type { FiguresFilter } from './queries.ts';

interface FiguresFilterFormProps {
  readonly filter: FiguresFilter;
  /** The period that is shown, and what can be chosen; undefined until it is known. */
  readonly figures: FiguresAnswer | undefined;
  readonly errors: Readonly<Record<string, string>>;
  readonly busy: boolean;
  readonly onFilter: (filter: FiguresFilter) => void;
}

export function FiguresFilterForm({ filter, figures, errors, busy, onFilter }: FiguresFilterFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    onFilter({ from: text('from'), to: text('to'), club: text('club'), pass: text('pass') });
  };
  const from = filter.from ?? figures?.period.from;
  const to = filter.to ?? figures?.period.to;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);

  return (
    <form role="search" aria-label="Figures" className={styles.form} onSubmit={submit}>
      <TextField
        label="From"
        type="month"
        name="from"
        placeholder="2026-01"
        key={`from ${from}`}
        defaultValue={from}
        error={errors['from']}
      />
      <TextField
        label="To"
        type="month"
        name="to"
        placeholder="2026-12"
        key={`to ${to}`}
        defaultValue={to}
        error={errors['to']}
      />
      <Select label="Club" name="club" key={`club ${figures === undefined}`} defaultValue={filter.club ?? ''}>
        <option value="">Every club</option>
        {(figures?.clubs ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label="Kind of pass"
        name="pass"
        key={`pass ${figures === undefined}`}
        defaultValue={filter.pass ?? ''}
      >
        <option value="">Every kind of pass</option>
        {(figures?.passes ?? []).map((pass) => (
          <option key={pass} value={pass}>
            {pass}
          </option>
        ))}
      </Select>
      <Row gap={2}>
        <Button type="submit" variant="secondary" busyText={busy && 'counting…'}>
          Show
        </Button>
        {isFiltered ? (
          <ButtonLink to="/figures" variant="quiet" preload={false}>
            The last twelve months
          </ButtonLink>
        ) : null}
      </Row>
    </form>
  );
}
