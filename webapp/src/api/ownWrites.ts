// Own writes: a command's answer tells its position in the journal. Later reads ask for it until one includes it, and
// what was read without it is read again.

const PAUSE_MS = 1_000;
const MOST_TIMES = 5;

let ofToken: string | null = null;
let awaited = 0;
let times = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let readAgain = () => {};

/** The handler that reads again what is shown. */
export function handleBehind(handler: typeof readAgain): void {
  readAgain = handler;
}

/** The position for a read to ask for; none of another session, nor once it was included. */
export function awaitedPosition(token: string | null): string | undefined {
  return awaited && token === ofToken ? `${awaited}` : undefined;
}

export function commandAnswered(token: string | null, position: string | null): void {
  // Without a position it is as before.
  awaited = Math.max(token === ofToken ? awaited : 0, Number(position));
  ofToken = token;
  times = 0;
}

export function readAnswered(asked: string | undefined, position: string | null): void {
  if (!asked || !position) return;
  if (+position >= awaited) awaited = 0;
  if (+position >= +asked || timer) return;
  if (times++ >= MOST_TIMES) {
    // Every further read would wait.
    awaited = 0;
    return;
  }
  timer = setTimeout(() => {
    timer = undefined;
    readAgain();
  }, PAUSE_MS);
}
