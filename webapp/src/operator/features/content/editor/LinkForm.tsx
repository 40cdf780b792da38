// The address of a link over the selected text. No form of its own: it stands inside the form of the item, which Enter in
// this field must not send.
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { Button, Row, TextField } from '@/ui';

interface Props {
  readonly editor: Editor;
  readonly hasLink: boolean;
  readonly onClose: () => void;
}

export function LinkForm({ editor, hasLink, onClose }: Props) {
  const [address, setAddress] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const set = () => {
    const href = address.trim();
    if (href === '') return;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !hasLink) {
      chain.insertContent([{ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }]).run();
    } else {
      chain.setLink({ href }).run();
    }
    onClose();
  };
  return (
    <Row gap={2} align="end">
      <TextField
        label="Address of the link"
        hint="www.club.nl, a mail address, or a page such as /info."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={address}
        onChange={(event) => {
          // What is typed here is not yet a change of the item.
          event.stopPropagation();
          setAddress(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            set();
          }
          if (event.key === 'Escape') onClose();
        }}
      />
      <Button variant="secondary" onClick={set}>
        Set the link
      </Button>
      {hasLink ? (
        <Button
          variant="secondary"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onClose();
          }}
        >
          Remove the link
        </Button>
      ) : null}
    </Row>
  );
}
