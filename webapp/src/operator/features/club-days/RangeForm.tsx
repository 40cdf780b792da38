// The one form of a change of several days: the choice, the notice and the reason. Its first press shows whom the change
// meets; the button below that list carries it out, as often as days are left to confirm.
import { useState } from 'react';
import { Alert, Button, ProgressBar, Row, Select, Stack, TextField } from '@/ui';
import type { ClubChoice } from '../../api/generated/ClubChoice.ts';
import { DateField, ReasonField, useUnsaved } from '../../ui/index.ts';
import { ClubList } from './ClubList.tsx';
import { NoticeField } from './NoticeField.tsx';
import { daysText, roundsText, type RangeKind, type RangePreview as Preview } from './range.ts';
import { RangeOutcome } from './RangeOutcome.tsx';
import { RangePreview, totalOf } from './RangePreview.tsx';
import { useRange } from './useRange.ts';

interface RangeFormProps {
  readonly clubs: readonly ClubChoice[];
  readonly initial: { readonly clubs: readonly string[]; readonly from: string; readonly to: string };
  readonly today: string;
}

export function RangeForm(props: RangeFormProps) {
  // Another change begins with an empty form.
  const [nth, setNth] = useState(0);
  return <OneChange key={nth} {...props} onAgain={() => setNth(nth + 1)} />;
}

function OneChange({ clubs, initial, today, onAgain }: RangeFormProps & { readonly onAgain: () => void }) {
  const known = new Set(clubs.map(({ id }) => id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(initial.clubs.filter((id) => known.has(id))),
  );
  const [change, setChange] = useState<RangeKind>('close');
  const [isTouched, setTouched] = useState(false);
  const { preview, outcome, progress, isDone, forget, form, errors, failure, busy } = useRange({
    // In the order of the list, whatever was pressed first.
    clubs: clubs.filter(({ id }) => chosen.has(id)).map(({ id }) => id),
    change,
    today,
  });
  useUnsaved(isTouched && !isDone);
  const names = new Map(clubs.map(({ id, name }) => [id, name]));
  const nameOf = (club: string) => names.get(club) ?? club;

  if (outcome && isDone) {
    return (
      <>
        <RangeOutcome choice={outcome.choice} outcome={outcome} nameOf={nameOf} />
        <div>
          <Button variant="secondary" onClick={onAgain}>
            Change other days
          </Button>
        </div>
      </>
    );
  }
  return (
    <Stack
      as="form"
      gap={4}
      {...form}
      noValidate
      aria-label="Change several days"
      onInput={() => setTouched(true)}
    >
      {/* While days are changed the choice is that of the list below. */}
      <Stack
        gap={4}
        inert={busy && preview !== undefined}
        onInput={({ target }) => {
          // The filter of the list chooses nothing.
          if (!(target instanceof HTMLInputElement && target.name === 'clubs')) forget();
        }}
      >
        <ClubList
          clubs={clubs}
          chosen={chosen}
          error={errors['clubs']}
          onChoose={(next) => {
            forget();
            setChosen(next);
          }}
        />
        <Row gap={3}>
          <DateField
            label="First day"
            name="from"
            defaultValue={initial.from}
            error={errors['from']}
            required
          />
          <DateField label="Last day" name="to" defaultValue={initial.to} error={errors['to']} required />
        </Row>
        <Select
          label="Change"
          name="change"
          value={change}
          onChange={({ target }) => setChange(target.value as RangeKind)}
        >
          <option value="close">Close the days</option>
          <option value="limit">Lower the capacity</option>
          <option value="reopen">Open the days again</option>
        </Select>
        {change === 'limit' ? (
          <TextField
            label="Places on each day"
            name="capacity"
            type="number"
            min={0}
            max={1000}
            error={errors['capacity']}
            required
          />
        ) : null}
      </Stack>
      <NoticeField isHidden={change === 'reopen'} error={errors['notice']} />
      <ReasonField error={errors['reason']} />
      {outcome ? <RangeOutcome choice={outcome.choice} outcome={outcome} nameOf={nameOf} /> : null}
      {preview ? <RangePreview preview={preview} nameOf={nameOf} /> : null}
      {progress ? (
        <div>
          <ProgressBar label={progress.label} used={progress.sent} max={progress.of} />
          <p role="status">
            {progress.label}: {progress.sent} of {progress.of}
          </p>
        </div>
      ) : null}
      <Alert>{failure}</Alert>
      {preview ? (
        <Row gap={3}>
          {preview.days.length > 0 ? (
            <Button key="confirm" type="submit" variant="danger" busyText={busy && 'one moment…'}>
              {labelOf(preview)}
            </Button>
          ) : null}
          {busy ? null : (
            <Button variant="secondary" onClick={forget}>
              Choose again
            </Button>
          )}
        </Row>
      ) : (
        <div>
          <Button key="preview" type="submit" variant="secondary" busyText={busy && 'one moment…'}>
            Show whom it meets
          </Button>
        </div>
      )}
    </Stack>
  );
}

function labelOf({ choice: { change, capacity }, days }: Preview): string {
  const many = daysText(days.length);
  if (change === 'reopen') return `Reopen ${many}`;
  const what = change === 'close' ? `Close ${many}` : `Lower the capacity of ${many} to ${capacity}`;
  const { rounds } = totalOf(days);
  return rounds === 0 ? what : `${what} and cancel ${roundsText(rounds)}`;
}
