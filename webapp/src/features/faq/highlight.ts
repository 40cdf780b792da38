// Marks matches inside HTML that is already on the page. Only text nodes are split and wrapped: what a member types
// is never parsed as HTML, and the elements of the answer are not changed.
import { findAll } from '@/ui';

function textNodes(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

/** Wraps every occurrence of the folded `term` in a `<mark>`. */
export function highlight(root: HTMLElement, term: string): void {
  for (const node of textNodes(root)) {
    // From the last to the first, so that the positions of the earlier ones stay valid.
    for (const { from, to } of findAll(node.data, term).toReversed()) {
      const match = node.splitText(from);
      match.splitText(to - from);
      const mark = document.createElement('mark');
      match.replaceWith(mark);
      mark.append(match);
    }
  }
}

export function removeHighlight(root: HTMLElement): void {
  for (const mark of root.querySelectorAll('mark')) mark.replaceWith(...mark.childNodes);
  root.normalize();
}

/** Whether the text of that HTML contains the folded `term`. A template's content is inert: nothing loads or runs. */
export function htmlContains(html: string, term: string): boolean {
  const template = document.createElement('template');
  template.innerHTML = html;
  return textNodes(template.content).some((node) => findAll(node.data, term).length > 0);
}
