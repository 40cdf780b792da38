// Stored JSON as it is, for the reader who wants more than the words. The region can be focused, so that it scrolls
// without a mouse.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { announce } from '@/ui/announce.ts';
import { Button } from '@/ui/Button.tsx';
import { copyText } from '@/ui/copyText.ts';
import styles from './JsonView.module.css';

interface JsonViewProps {
  readonly value: unknown;
  /** Names the region, such as `Stored JSON of event 4812`. */
  readonly label: string;
}

export function JsonView({ value, label }: JsonViewProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const text = JSON.stringify(value, null, 2) ?? 'null';

  const copy = async () => {
    const copied = await copyText(text);
    setOutcome(copied ? 'copied' : 'failed');
    announce(copied ? 'Copied' : 'The browser did not allow copying');
  };

  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <div className={styles.view}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre role="region" aria-label={label} tabIndex={0} className={styles.text}>
        {text}
      </pre>
      <Button variant="secondary" onClick={() => void copy()}>
        <Icon aria-hidden size={18} />
        <span>{outcome === 'copied' ? 'Copied' : 'Copy'}</span>
      </Button>
      {outcome === 'failed' ? <p>The browser did not allow copying. Select the text instead.</p> : null}
    </div>
  );
}
