// The server's reasons about a player start with `Heeft …`; the sentence depends on whether it is about the member.

/** About the member: `je hebt …`. Other reasons stay as they are. */
export function ownReason(reason: string): string {
  return reason.replace(/^Heeft\b/, 'je hebt');
}

/** About a co-player: the first name, then the reason in lower case. */
export function playerReason(firstName: string, reason: string): string {
  return `${firstName} ${reason.replace(/^Heeft\b/, 'heeft')}`;
}
