// The clubs to choose from, with their towns and whether they are closed today; a filter shortens the list and keeps what
// is chosen.
import { useState } from 'react';
import { Button, Checkbox, Row, SearchField, Stack } from '@/ui';
import type { ClubChoice } from '../../api/generated/ClubChoice.ts';
import { clubsNamed } from './clubsNamed.ts';
import styles from './RangeScreen.module.css';

interface ClubListProps {
  readonly clubs: readonly ClubChoice[];
  readonly chosen: ReadonlySet<string>;
  readonly error: string | undefined;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export function ClubList({ clubs, chosen, error, onChoose }: ClubListProps) {
  const [filter, setFilter] = useState('');
  const shown = clubsNamed(clubs, filter);
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    onChoose(next);
  };
  const ids = shown.map(({ id }) => id);

  return (
    <Stack as="fieldset" gap={2}>
      <legend className="strong">Clubs</legend>
      <SearchField
        label="Club or town"
        name="clubs"
        value={filter}
        autoComplete="off"
        error={error}
        onChange={({ target }) => setFilter(target.value)}
        onKeyDown={(event) => {
          // The form is sent by its buttons: here Enter only ends the typing.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <ul className={styles.clubs}>
        {shown.map(({ id, name, city, closed_today }) => (
          <li key={id}>
            <Checkbox
              label={[name, city, closed_today ? 'closed today' : ''].filter(Boolean).join(', ')}
              checked={chosen.has(id)}
              onChange={({ target }) => choose([id], target.checked)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p>No club or town has this name.</p> : null}
      <Row gap={3} align="center">
        <span role="status">{chosen.size === 1 ? '1 club chosen' : `${chosen.size} clubs chosen`}</span>
        <Button variant="quiet" onClick={() => choose(ids, true)}>
          {filter.trim() ? 'Choose these' : 'Choose all'}
        </Button>
        <Button variant="quiet" onClick={() => onChoose(new Set())}>
          Choose none
        </Button>
      </Row>
    </Stack>
  );
}
