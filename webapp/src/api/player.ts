// A member who can be in a round, with their play rights. The device stores those whom a member chose.
import * as z from 'zod/mini';
import { Playrights } from './generated/Playrights.ts';

export const player = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  prefix: z.string(),
  last_name: z.string(),
  playrights: Playrights,
});
export type Player = z.infer<typeof player>;
