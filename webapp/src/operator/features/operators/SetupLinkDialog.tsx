// Shows the link of a new or reset operator, once.
import { LinkDialog } from '../../ui/index.ts';

interface SetupLinkDialogProps {
  readonly link: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function SetupLinkDialog({ link, name, onClose }: SetupLinkDialogProps) {
  return (
    <LinkDialog title={`The link for ${name}`} link={link} onClose={onClose}>
      <p>
        Give this link to {name} in a way that nobody else can read. It works once, for 24 hours, and is not
        shown again.
      </p>
    </LinkDialog>
  );
}
