// A member who comes without having booked: looked up, then booked for today and arrived. What is typed stays after a failure.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '@/api/error.ts';
import {
  addressProblem,
  Alert,
  bareAddress,
  Button,
  Dialog,
  DialogActions,
  Notice,
  RadioGroup,
  Stack,
  Status,
  TextField,
  useForm,
} from '@/ui';
import type { WalkInAnswer } from '@/club/api/generated/WalkInAnswer.ts';
import { bookWalkIn, checkWalkIn, dayChanged } from './queries.ts';
import { failureOf, rightText } from './words.ts';

interface Checked {
  readonly answer: WalkInAnswer;
  readonly email: string;
  readonly holes: Holes;
  /** The same for each attempt, so that a repeated one books nothing twice. */
  readonly nonce: string;
}

type Holes = '9' | '18';

interface WalkInDialogProps {
  readonly date: string;
  /** The place is null where the server does not name it. */
  readonly onBooked: (name: string, place: string | null) => void;
  readonly onClose: () => void;
}

/** The server gives some reasons without a full stop. */
const sentence = (text: string) => (/\p{Letter}$/u.test(text) ? `${text}.` : text);

const emailOf = (data: FormData) => bareAddress(String(data.get('email') ?? ''));

export function WalkInDialog({ date, onBooked, onClose }: WalkInDialogProps) {
  const queries = useQueryClient();
  const [holes, setHoles] = useState<Holes>('18');
  const [checked, setChecked] = useState<Checked>();

  const check = async (email: string) => {
    const answer = await checkWalkIn(email, Number(holes));
    setChecked({ answer, email, holes, nonce: crypto.randomUUID() });
  };
  const book = async ({ nonce, email, answer }: Checked) => {
    const { place } = await bookWalkIn(nonce, email, Number(holes));
    void dayChanged(queries, date);
    onBooked(answer.name, place);
    onClose();
  };
  const form = useForm<'email'>({
    check: (data) => {
      const problem = addressProblem(emailOf(data));
      return problem ? { email: problem } : {};
    },
    send: (data) => (checked?.answer.can_play ? book(checked) : check(emailOf(data))),
    failureText: (error) =>
      failureText(
        error,
        failureOf(
          checked
            ? 'De speler is niet geboekt. Probeer het opnieuw.'
            : 'De speler is niet opgezocht. Probeer het opnieuw.',
        ),
      ),
    focusesRejected: true,
  });
  const answer = checked?.answer;
  return (
    <Dialog title="Speler zonder boeking" onClose={onClose} locked={form.busy}>
      <Stack as="form" gap={4} {...form.form} noValidate>
        <TextField
          label="E-mailadres van de speler"
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={form.busy}
          data-safe
          error={form.errors.email}
          onChange={() => setChecked(undefined)}
          required
        />
        <RadioGroup
          legend="Holes"
          columns="pairs"
          options={[
            { value: '9', label: '9 holes' },
            { value: '18', label: '18 holes' },
          ]}
          value={holes}
          onChange={(chosen) => {
            setHoles(chosen);
            setChecked(undefined);
          }}
        />
        {answer?.can_play ? (
          <Status>{`${answer.name} kan vandaag spelen. Speelrecht: ${rightText(answer.entitled_by)}.`}</Status>
        ) : null}
        {answer && !answer.can_play ? (
          <div role="alert">
            <Notice>
              {`${answer.name} kan vandaag niet spelen. ${sentence(answer.reason ?? '')}`.trim()}
            </Notice>
          </div>
        ) : null}
        <Alert>{form.failure}</Alert>
        <DialogActions>
          <Button type="submit" busyText={form.busy && 'bezig…'}>
            {answer?.can_play ? 'boeken en aangekomen' : 'controleren'}
          </Button>
          <Button variant="secondary" disabled={form.busy} onClick={onClose}>
            terug
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
