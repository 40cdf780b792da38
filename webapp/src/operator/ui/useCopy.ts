// Copies a text with one press, and says so.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { announce, copyText } from '@/ui';

/** `refused` is announced where the browser does not allow it. */
export function useCopy(text: string, refused?: string) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const copy = async () => {
    const copied = await copyText(text);
    setOutcome(copied ? 'copied' : 'failed');
    const said = copied ? 'Copied' : refused;
    if (said) announce(said);
  };
  const isCopied = outcome === 'copied';
  return {
    isCopied,
    isRefused: outcome === 'failed',
    Icon: isCopied ? Check : Copy,
    copy: () => void copy(),
  };
}
