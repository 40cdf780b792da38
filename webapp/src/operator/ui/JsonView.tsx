// Stored JSON as it is, for the reader who wants more than the words. The region can be focused, so that it scrolls
// without a mouse.
import { Button, Stack } from '@/ui';
import styles from './JsonView.module.css';
import { useCopy } from './useCopy.ts';

interface JsonViewProps {
  readonly value: unknown;
  /** Names the region, such as `Stored JSON of event 4812`. */
  readonly label: string;
}

export function JsonView({ value, label }: JsonViewProps) {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  const { isCopied, isRefused, Icon, copy } = useCopy(text, 'The browser did not allow copying');
  return (
    <Stack gap={2} align="start">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre role="region" aria-label={label} tabIndex={0} className={styles.text}>
        {text}
      </pre>
      <Button variant="secondary" onClick={copy}>
        <Icon aria-hidden size={18} />
        <span>{isCopied ? 'Copied' : 'Copy'}</span>
      </Button>
      {isRefused ? <p>The browser did not allow copying. Select the text instead.</p> : null}
    </Stack>
  );
}
