// Work that waits for the end of a press. A field is checked when it is left, and pressing a button leaves it: an error
// line that comes or goes between press and release moves the button away under the pointer, and the browser then
// reports no click.

let pressed = false;
let release: number | undefined;
const waiting: (() => void)[] = [];

function onPress(): void {
  pressed = true;
  window.clearTimeout(release);
}

function onRelease(): void {
  window.clearTimeout(release);
  // The click follows the release in the same task.
  release = window.setTimeout(() => {
    pressed = false;
    for (const work of waiting.splice(0)) work();
  });
}

// After a touch the mouse events come later than `pointerup`, and they move the focus.
for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, onPress, { capture: true });
for (const type of ['pointerup', 'pointercancel', 'mouseup', 'dragend']) {
  window.addEventListener(type, onRelease, { capture: true });
}

/** At once, or after the click while a press is under way. */
export function afterPress(work: () => void): void {
  if (pressed) waiting.push(work);
  else work();
}
