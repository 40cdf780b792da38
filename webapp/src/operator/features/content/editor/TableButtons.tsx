// The rows and columns of the table in which the cursor is.
import type { Editor } from '@tiptap/core';
import { Button, Row } from '@/ui';

const ACTS: readonly (readonly [label: string, press: (editor: Editor) => void])[] = [
  ['Add a row', (editor) => editor.chain().focus().addRowAfter().run()],
  ['Add a column', (editor) => editor.chain().focus().addColumnAfter().run()],
  ['Remove the row', (editor) => editor.chain().focus().deleteRow().run()],
  ['Remove the column', (editor) => editor.chain().focus().deleteColumn().run()],
  ['Remove the table', (editor) => editor.chain().focus().deleteTable().run()],
];

export function TableButtons({ editor }: { readonly editor: Editor }) {
  return (
    <Row gap={2} role="group" aria-label="Table">
      {ACTS.map(([label, press]) => (
        <Button key={label} variant="secondary" onClick={() => press(editor)}>
          {label}
        </Button>
      ))}
    </Row>
  );
}
