// The marks and blocks of the editor: those that the sanitiser lets through and a text for members needs. No attribute
// is a style: the content security policy refuses inline ones.
import { TableKit, Table } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';

const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
});

export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, HTMLAttributes: { rel: null, target: null } },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
  }),
  TableKit.configure({ table: false }),
  PlainTable.configure({ resizable: false }),
];
