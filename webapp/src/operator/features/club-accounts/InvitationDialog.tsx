// Shows the link of an invitation, once, and offers to write the mail: the person at the club reads Dutch.
import { ButtonAnchor } from '@/ui';
import { LinkDialog } from '../../ui/index.ts';

export interface Invited {
  readonly name: string;
  readonly email: string;
  readonly link: string;
}

const mail = ({ name, email, link }: Invited) => {
  const subject = encodeURIComponent('Je toegang tot Fairway');
  const body = `Beste ${name},\n\nMet deze link kies je een wachtwoord voor Fairway. Hij werkt één keer, zeven dagen lang:\n\n${link}\n`;
  return `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${encodeURIComponent(body)}`;
};

interface InvitationDialogProps {
  readonly invited: Invited;
  readonly onClose: () => void;
}

export function InvitationDialog({ invited, onClose }: InvitationDialogProps) {
  const { name, link } = invited;
  return (
    <LinkDialog title={`The link for ${name}`} link={link} onClose={onClose}>
      <p>
        Give this link to {name} in a way that nobody else can read. It works once, for seven days, and is not
        shown again.
      </p>
      <ButtonAnchor href={mail(invited)}>Write an e-mail with it</ButtonAnchor>
    </LinkDialog>
  );
}
