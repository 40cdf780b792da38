// Copies a text with one press, and says so.
import { Button } from '@/ui';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  readonly text: string;
  /** The name of the text, such as `the head of 25 Nov 2026`: read aloud, not shown. */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const { isCopied, Icon, copy } = useCopy(
    text,
    'The browser did not allow copying. Select the text instead.',
  );
  const label = isCopied ? 'Copied' : 'Copy';
  return (
    <Button variant="secondary" aria-label={`${label} ${what}`} onClick={copy}>
      <Icon aria-hidden size={18} />
      <span>{label}</span>
    </Button>
  );
}
