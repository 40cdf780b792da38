// Between the HTML that is stored and the editor: whether the editor can hold a text without loss, and its result in the
// form in which these texts are written by hand.

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  A: ['href', 'rel'],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
};

const ELEMENTS = new Set(
  'A B BLOCKQUOTE BR EM H1 H2 H3 H4 HR I LI OL P STRONG TABLE TBODY TD TH TR UL'.split(' '),
);

const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

const hasOnlyKnown = (element: Element) =>
  ELEMENTS.has(element.tagName) &&
  [...element.attributes].every(({ name }) => ATTRIBUTES[element.tagName]?.includes(name));

/** Whether the editor has a place for all of a text. */
export function isEditable(html: string): boolean {
  return [...bodyOf(html).querySelectorAll('*')].every(hasOnlyKnown);
}

/** A page has one heading of the first level, its title: those of a text begin below it. */
export const withLowerHeadings = (html: string) => html.replaceAll(/<(\/?)h1(?=[\s>])/gi, '<$1h2');

/** The editor's HTML: an entry of a list and a cell hold their text without a paragraph around it, and the empty last
 * paragraph, which the editor keeps to write on, is no text. */
export function toStored(html: string): string {
  const body = bodyOf(html);
  for (const holder of body.querySelectorAll('li, td, th')) {
    const [first, ...others] = holder.children;
    const isOnlyText = others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL');
    if (first?.tagName === 'P' && isOnlyText) first.replaceWith(...first.childNodes);
    for (const name of ['colspan', 'rowspan']) {
      if (holder.getAttribute(name) === '1') holder.removeAttribute(name);
    }
  }
  if (body.lastElementChild?.outerHTML === '<p></p>') body.lastElementChild.remove();
  return body.innerHTML;
}
