// The editor of a text for people who know no HTML: Tiptap, because tables, lists and links as a person types them are
// what such a library is for. It is loaded with this form only.
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { Stack } from '@/ui';
import styles from './Editor.module.css';
import { extensions } from './extensions.ts';
import { toStored, withLowerHeadings } from './plainHtml.ts';
import { Toolbar } from './Toolbar.tsx';
import { withLineBreaks } from '../values.ts';

export interface TextEditorProps {
  readonly label: string;
  /** Of the element that is written in. */
  readonly id: string;
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
  readonly html: string;
  readonly onChange: (html: string) => void;
}

export function TextEditor({ label, id, labelledBy, describedBy, html, onChange }: TextEditorProps) {
  const written = useRef(html);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const editor = useEditor({
    extensions,
    content: withLowerHeadings(html),
    // The policy of the page refuses styles that a script adds.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        class: styles.text ?? '',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      },
    },
    onUpdate: ({ editor: of }) => {
      written.current = withLineBreaks(toStored(of.getHTML()));
      changed.current(written.current);
    },
  });

  // The form can take another text: a draft that is discarded, another operator's change.
  useEffect(() => {
    if (html === written.current) return;
    written.current = html;
    editor.commands.setContent(withLowerHeadings(html), { emitUpdate: false });
  }, [editor, html]);

  return (
    <Stack gap={1} className={styles.editor}>
      <Toolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </Stack>
  );
}
