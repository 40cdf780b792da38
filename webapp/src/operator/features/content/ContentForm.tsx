// The fields of an item, when it is published, and why. Without the browser's own checks: the server checks as an import
// does, and its sentences are beside the fields.
import { useBlocker } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { today } from '@/api/clock.ts';
import { Alert, Notice, Button, ErrorSummary, TextField } from '@/ui';
import { removeDraft } from '../../api/drafts.ts';
import { failureText } from '../../api/failure.ts';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { useUnsaved } from '../../ui/index.ts';
import { BookedDays } from './BookedDays.tsx';
import { Conflict } from './Conflict.tsx';
import styles from './ContentForm.module.css';
import { FIELDS } from './fields.ts';
import { ItemFields } from './ItemFields.tsx';
import { mayVanish, type ContentKind } from './kinds.ts';
import { problemsOf } from './problems.ts';
import { bookedDaysOf } from './queries.ts';
import { startingTimes, TimesFields } from './TimesFields.tsx';
import { useDraft, useKeptDraft } from './useDraft.ts';
import { useSaving } from './useSaving.ts';
import { toRow, toValues } from './values.ts';

interface ContentFormProps {
  readonly kind: ContentKind;
  /** Undefined: a new one. */
  readonly item: ContentItem | undefined;
}

/** A new item of news is dated the server's today: with a later date nobody would read it yet. */
const startingRow = (kind: ContentKind) => (kind === 'news' ? { post_date: today() } : {});

export function ContentForm({ kind, item }: ContentFormProps) {
  const fields = FIELDS[kind];
  const startingValues = (of: ContentItem | undefined) =>
    toValues(fields, of?.draft ?? of?.published ?? startingRow(kind));
  const { place, found } = useDraft(kind, item);
  const [isRestored, setRestored] = useState(found !== undefined);
  // A draft of an older version is sent as such: the server then shows the change that came in between.
  const [seen, setSeen] = useState<ContentItem | undefined>(
    item && found ? { ...item, version: found.version } : item,
  );
  const [values, setValues] = useState(() => ({ ...startingValues(item), ...found?.values }));
  const [times, setTimes] = useState(() => found?.times ?? startingTimes(item));
  const [reason, setReason] = useState('');
  const [isTouched, setTouched] = useState(found !== undefined);
  const forget = () => removeDraft(place.operator, place.of);
  const { save, isSaving, isSaved, error, errors, current } = useSaving(kind, forget);

  useUnsaved(isTouched);
  useKeptDraft(place, isTouched, { version: seen?.version ?? null, values, times });
  useBlocker({
    shouldBlockFn: () => {
      if (!isTouched || isSaved()) return false;
      const leaves = globalThis.confirm('Leave without saving your changes?');
      if (leaves) forget();
      return !leaves;
    },
    enableBeforeUnload: () => isTouched && !isSaved(),
  });

  const submit = (based: ContentItem | undefined) => {
    const exists = Boolean(based?.published ?? based?.draft);
    save({
      kind,
      key: exists ? based?.key : undefined,
      version: based?.version ?? null,
      row: toRow(fields, values),
      ...times,
      reason: reason.trim(),
    });
  };
  const startWith = (stored: ContentItem | undefined) => {
    forget();
    setSeen(stored);
    setValues(startingValues(stored));
    setTimes(startingTimes(stored));
    setTouched(false);
    setRestored(false);
  };

  const problems = problemsOf(fields, errors);
  const bookedDays = bookedDaysOf(error);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(seen);
      }}
      onChange={() => setTouched(true)}
    >
      {isRestored ? (
        <Notice>
          <p>These are your changes of before: they were not saved.</p>
          <Button variant="secondary" onClick={() => startWith(item)}>
            Discard them
          </Button>
        </Notice>
      ) : null}
      {seen?.published && seen.draft ? (
        <Notice>This is a draft: members still see the text that was published before.</Notice>
      ) : null}
      {problems.length > 0 ? (
        <ErrorSummary key={error?.message} title="Some fields are not right yet." problems={problems} />
      ) : null}
      {current && current !== seen ? (
        <Conflict
          key={current.version}
          current={current}
          mine={toRow(fields, values)}
          onKeepMine={() => {
            setSeen(current);
            submit(current);
          }}
          onTakeTheirs={() => startWith(current)}
        />
      ) : null}
      <ItemFields
        fields={fields}
        values={values}
        errors={errors}
        isNew={item === undefined}
        onChange={(changed) => {
          setTouched(true);
          setValues((all) => ({ ...all, ...changed }));
        }}
      />
      <TimesFields times={times} mayVanish={mayVanish(kind)} errors={errors} onChange={setTimes} />
      <TextField
        id="field-reason"
        label="Reason"
        hint="It is stored with the change."
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={errors['reason']}
        required
      />
      <Alert>{error && problems.length === 0 && !current && failureText(error)}</Alert>
      {item && bookedDays.length > 0 ? <BookedDays club={item.key} days={bookedDays} /> : null}
      <div>
        <Button type="submit" busyText={isSaving && 'saving…'}>
          {{ now: 'Publish', draft: 'Save the draft', at: 'Plan' }[times.publish]}
        </Button>
      </div>
    </form>
  );
}
