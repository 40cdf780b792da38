// The sentence that somebody at a club reads when a call failed.
import { ApiError } from '@/api/error.ts';

const FAILED = 'De server kon dit niet uitvoeren. Probeer het over een minuut opnieuw.';

/** The server's own, else one that fits the failure, whatever threw it. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return FAILED;
  if (error.kind === 'shape') return 'Deze pagina kent het antwoord van de server niet. Vernieuw de pagina.';
  if (error.kind !== 'http') return 'Er is geen verbinding. Controleer het netwerk en probeer het opnieuw.';
  if (error.serverText) return error.serverText;
  return error.status === 403 ? 'Je rol mag dit niet. Vraag het een beheerder van je club.' : FAILED;
}
