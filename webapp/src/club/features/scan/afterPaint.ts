/** Does the work once the screen shows what was rendered now. A hidden page is not painted. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(work));
  else setTimeout(work);
}
