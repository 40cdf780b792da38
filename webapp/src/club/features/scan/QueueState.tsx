export function QueueState() {
  return null;
}
