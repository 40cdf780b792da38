// The check of the present page by axe. It knows no layout here: contrast and sizes are checked in a browser (`e2e`).
import axe from 'axe-core';

/** The violations, each with the elements; none is `[]`. */
export async function violations(): Promise<readonly string[]> {
  const { violations: found } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    resultTypes: ['violations'],
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
