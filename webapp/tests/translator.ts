// A browser's translator, as far as React notices it: each text node is replaced by a `font` element, at once and after
// every change. The text stays the same, so that a test finds what it looks for.

/** A translator leaves these alone. */
const SKIPPED = 'font, script, style, textarea, option, title, svg';

/** Translates the page until `end`. `outdated` has each text that React changed where nobody sees it any more. */
export function translatePage() {
  const outdated: string[] = [];
  const replaced = new MutationObserver((changes) => {
    for (const { target, oldValue } of changes) outdated.push(`"${oldValue}", now "${target.nodeValue}"`);
  });
  const translate = (node: Node): void => {
    if (node instanceof Text) {
      if (!node.data.trim() || node.parentElement?.closest(SKIPPED)) return;
      const font = document.createElement('font');
      font.textContent = node.data;
      node.replaceWith(font);
      replaced.observe(node, { characterData: true, characterDataOldValue: true });
    } else {
      for (const child of Array.from(node.childNodes)) translate(child);
    }
  };
  const page = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.isConnected) translate(node);
  });
  translate(document.body);
  page.observe(document.body, { childList: true, subtree: true });
  const end = () => {
    page.disconnect();
    replaced.disconnect();
  };
  return { outdated, end };
}
