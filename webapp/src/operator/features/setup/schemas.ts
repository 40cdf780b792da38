// What the server answers to a setup link: whose it is, and the secret for the authenticator app.
import * as z from 'zod/mini';

export const setupBegun = z.object({
  name: z.string(),
  email: z.string(),
  /** Base32, in groups of four. */
  secret: z.string(),
  uri: z.string(),
  /** A complete <svg> document. */
  qr_svg: z.string(),
  /** The secret, encrypted: goes back with the choice. */
  enrolment: z.string(),
});
export type SetupBegun = z.infer<typeof setupBegun>;
