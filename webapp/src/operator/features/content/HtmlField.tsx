// A text that members read as HTML: written in the editor, or as HTML where the editor has no place for a part of it.
import { useState, type ReactNode } from 'react';
import { Button, cx, Field, Notice, optionalPart, Row, Skeleton, Stack } from '@/ui';
import flush from '@/ui/flush.module.css';
import input from '@/ui/Field.module.css';
import styles from './ContentForm.module.css';
import { isEditable, withLowerHeadings } from './editor/plainHtml.ts';
import type { TextEditorProps } from './editor/TextEditor.tsx';
import { HtmlPreview } from './HtmlPreview.tsx';

const TextEditor = optionalPart<TextEditorProps>(
  () => import('./editor/TextEditor.tsx').then((module) => module.TextEditor),
  {
    skeleton: <Skeleton height="14rem" />,
    failure: 'The editor did not load. Write HTML, or try again in a moment.',
  },
);

interface HtmlFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function HtmlField({ id, label, hint, error, value, onChange }: HtmlFieldProps) {
  const [wantsHtml, setWantsHtml] = useState(false);
  const canEdit = isEditable(value);
  const isHtml = wantsHtml || !canEdit;
  return (
    <div className={styles.written}>
      <Stack gap={2}>
        {isHtml ? (
          <Field id={id} label={label} hint={hint ?? 'HTML'} error={error}>
            {(attributes) => (
              <textarea
                {...attributes}
                rows={8}
                value={value}
                onChange={(event) => onChange(withLowerHeadings(event.target.value))}
                className={cx(input.input, styles.text)}
              />
            )}
          </Field>
        ) : (
          <Labelled id={id} label={label} hint={hint} error={error}>
            {(labelledBy, describedBy) => (
              <TextEditor
                id={id}
                label={label}
                labelledBy={labelledBy}
                describedBy={describedBy}
                html={value}
                onChange={onChange}
              />
            )}
          </Labelled>
        )}
        {canEdit ? (
          <Row>
            <Button
              variant="quiet"
              className={flush.flush}
              aria-label={`${label}: ${isHtml ? 'write in the editor' : 'write HTML'}`}
              onClick={() => setWantsHtml(!wantsHtml)}
            >
              {isHtml ? 'Write in the editor' : 'Write HTML'}
            </Button>
          </Row>
        ) : (
          <Notice>
            <p>This text has parts that the editor would lose, so it is written as HTML.</p>
          </Notice>
        )}
      </Stack>
      <HtmlPreview label={label} html={value} namesAllowed={isHtml} />
    </div>
  );
}

interface LabelledProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly children: (labelledBy: string, describedBy: string | undefined) => ReactNode;
}

/** As `Field`, around an element that no `label` can name. */
function Labelled({ id, label, hint, error, children }: LabelledProps) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={input.field}>
      <span className={input.label} id={`${id}-label`}>
        {label}
      </span>
      {children(`${id}-label`, described || undefined)}
      {hint ? (
        <p className="soft small" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="danger strong" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
