// Copies a text with one press, and says so.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { announce } from '@/ui/announce.ts';
import { Button } from '@/ui/Button.tsx';
import { copyText } from '@/ui/copyText.ts';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, such as `the head of 25 Nov 2026`: read aloud, not shown. */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  const copy = async () => {
    const copied = await copyText(text);
    setOutcome(copied ? 'copied' : 'failed');
    announce(copied ? 'Copied' : 'The browser did not allow copying. Select the text instead.');
  };

  const label = outcome === 'copied' ? 'Copied' : 'Copy';
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <Button variant="secondary" aria-label={`${label} ${what}`} onClick={() => void copy()}>
      <Icon aria-hidden size={18} />
      <span>{label}</span>
    </Button>
  );
}
