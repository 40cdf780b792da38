// The server gives the reasons about a player as `Heeft …`; the sentence depends on whether it is about the member.

/** About the member: `je hebt …`. Other reasons stay as they are. */
export function ownReason(reason: string): string {
  return reason.replace(/^Heeft\b/, 'je hebt');
}

/** About a co-player: the first name, then the reason with a small letter. */
export function playerReason(firstName: string, reason: string): string {
  return `${firstName} ${reason.replace(/^Heeft\b/, 'heeft')}`;
}
