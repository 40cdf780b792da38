// Shows the link of an invitation once: the server keeps nothing from which it could be shown again.
import { useState } from 'react';
import { announce, Button, ButtonAnchor, copyText, Dialog, DialogActions } from '@/ui';
import type { ClubInvitation } from '../../api/generated/ClubInvitation.ts';
import { useClubSession } from '../../api/session.ts';
import { momentText } from '../../ui/index.ts';
import styles from './Team.module.css';

export interface Invitation extends ClubInvitation {
  readonly name: string;
  readonly email: string;
}

interface InvitationDialogProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

const REFUSED = 'De browser staat kopiëren niet toe. Selecteer de link en kopieer hem zelf.';

export function InvitationDialog({ invitation, onClose }: InvitationDialogProps) {
  const { name, link, expires_at } = invitation;
  const { club_name } = useClubSession();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const copy = async () => {
    const isCopied = await copyText(link);
    setOutcome(isCopied ? 'copied' : 'refused');
    if (isCopied) announce('gekopieerd');
  };
  // Locked: a press beside the dialog would lose the link.
  return (
    <Dialog title={`De link voor ${name}`} onClose={onClose} locked>
      <p>
        Stuur deze link naar {name}. Hij werkt één keer, tot {momentText(expires_at)}, en wordt niet opnieuw
        getoond.
      </p>
      <code className={styles.link}>{link}</code>
      {outcome === 'refused' ? <p role="alert">{REFUSED}</p> : null}
      <DialogActions>
        <Button data-safe onClick={() => void copy()}>
          {outcome === 'copied' ? 'gekopieerd' : 'link kopiëren'}
        </Button>
        <ButtonAnchor href={mailOf(invitation, club_name)}>mail openen</ButtonAnchor>
        <Button variant="secondary" onClick={onClose}>
          sluiten
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function mailOf({ name, email, link }: Invitation, club: string): string {
  const subject = `Je account voor ${club} bij Fairway`;
  const body = `Hallo ${name},\n\nOpen deze link en stel je account voor ${club} in:\n${link}\n\nDe link werkt één keer.`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
