// The buttons above a text. Each keeps the selection: the text has the focus again after a press.
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import {
  Bold,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  Table,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { Button, cx, Row } from '@/ui';
import input from '@/ui/Field.module.css';
import styles from './Editor.module.css';
import { LinkForm } from './LinkForm.tsx';
import { TableButtons } from './TableButtons.tsx';

interface Tool {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly isOn?: (editor: Editor) => boolean;
  readonly press: (editor: Editor) => void;
}

const TOOLS: readonly Tool[] = [
  {
    name: 'Bold',
    icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    press: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'Italic',
    icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    press: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'List',
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Numbered list',
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Quotation',
    icon: Quote,
    isOn: (editor) => editor.isActive('blockquote'),
    press: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { name: 'Line', icon: Minus, press: (editor) => editor.chain().focus().setHorizontalRule().run() },
  {
    name: 'Table',
    icon: Table,
    press: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
  },
  { name: 'Take back', icon: Undo2, press: (editor) => editor.chain().focus().undo().run() },
  { name: 'Do again', icon: Redo2, press: (editor) => editor.chain().focus().redo().run() },
];

const LEVELS = [2, 3, 4] as const;

export function Toolbar({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const [isLinking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: of }) => ({
      on: TOOLS.filter(({ isOn }) => isOn?.(of)).map(({ name }) => name),
      level: LEVELS.find((level) => of.isActive('heading', { level })),
      hasLink: of.isActive('link'),
      isInTable: of.isActive('table'),
    }),
  });
  const setLevel = (text: string) => {
    const level = LEVELS.find((one) => String(one) === text);
    const chain = editor.chain().focus();
    (level ? chain.setHeading({ level }) : chain.setParagraph()).run();
  };
  return (
    <>
      <Row gap={1} align="center" role="toolbar" aria-label={`Formatting: ${label}`}>
        <select
          aria-label="Style"
          className={cx(input.input, input.select, styles.style)}
          value={state.level ?? ''}
          onChange={({ target }) => setLevel(target.value)}
        >
          <option value="">Text</option>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              Heading {level - 1}
            </option>
          ))}
        </select>
        {TOOLS.map(({ name, icon: Icon, isOn, press }) => (
          <Button
            key={name}
            variant="quiet"
            className={styles.tool}
            aria-label={name}
            title={name}
            aria-pressed={isOn ? state.on.includes(name) : undefined}
            onClick={() => press(editor)}
          >
            <Icon aria-hidden size={18} />
          </Button>
        ))}
        <Button
          variant="quiet"
          className={styles.tool}
          aria-label="Link"
          title="Link"
          aria-pressed={state.hasLink}
          aria-expanded={isLinking}
          onClick={() => setLinking(!isLinking)}
        >
          <LinkIcon aria-hidden size={18} />
        </Button>
      </Row>
      {state.isInTable ? <TableButtons editor={editor} /> : null}
      {isLinking ? (
        <LinkForm editor={editor} hasLink={state.hasLink} onClose={() => setLinking(false)} />
      ) : null}
    </>
  );
}
