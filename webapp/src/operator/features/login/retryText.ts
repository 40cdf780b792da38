// When a throttled person can try again, in words.

export function retryText(seconds: number | undefined): string {
  if (seconds === undefined) return 'Wait a few minutes, then try again.';
  if (seconds < 90) return `Wait ${inUnits(Math.max(1, Math.ceil(seconds)), 'second')}, then try again.`;
  return `Wait ${inUnits(Math.ceil(seconds / 60), 'minute')}, then try again.`;
}

function inUnits(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
