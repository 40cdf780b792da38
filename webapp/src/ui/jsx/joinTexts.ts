// Why: a browser's translator replaces each text node by an element of its own. React goes on to change the node that it
// made, which is in the page no more, so that "nog 3 plaatsen" stays what it was. Where an element has texts only, they
// become one: React replaces all content of an element with one text, also what a translator made of it.
// (Beside an element that comes and goes, a text is in a `span`: `tests/translated.test.tsx`.)
import { Fragment } from 'react';

const isText = (child: unknown) =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';
const isNothing = (child: unknown) => child === null || child === undefined || typeof child === 'boolean';

/** The properties of an element of this type, with one text as its child where all its children are texts. */
export function joinTexts<Props>(type: unknown, props: Props): Props {
  const { children } = props as { children?: unknown };
  // The children of a fragment stand beside those of the element around it.
  if (!Array.isArray(children) || type === Fragment) return props;
  const shown = children.filter((child) => !isNothing(child));
  return shown.length > 0 && shown.every(isText) ? { ...props, children: shown.join('') } : props;
}
