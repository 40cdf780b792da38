// The rules and the commands in words. The code is what the server and its log call them.
export { ruleName } from '../../ui/rules.ts';

const COMMANDS: Readonly<Record<string, string>> = {
  BookRound: 'Book a round',
  AddPlayers: 'Add players',
  CancelPlace: 'Cancel own place',
  CancelGroup: 'Cancel the group',
  RemovePlayer: 'Remove a player',
  SwapPlayer: 'Swap a player',
  AgreeStartTime: 'Agree on a start time',
  JoinWaitingList: 'Wait for a day',
  LeaveWaitingList: 'Stop waiting',
  DeclineOffer: 'Decline an offer',
  TakeOffer: 'Take an offer',
  PlaceOrder: 'Order',
  StartPayment: 'Pay',
};

export const commandName = (command: string) => COMMANDS[command] ?? command;
