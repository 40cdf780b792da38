// New recovery codes. They are shown once: the server keeps nothing from which they could be shown again.
import { Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, Notice, Region, Row } from '@/ui';
import { useAskBeforeLeaving, useCopy } from '../../ui/index.ts';
import styles from './NewCodes.module.css';
import { saveText } from './saveText.ts';

interface NewCodesProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onStored: () => void;
}

export function NewCodes({ codes, email, onStored }: NewCodesProps) {
  const about = useRef<HTMLParagraphElement>(null);
  // The button that made them is gone.
  useEffect(() => about.current?.focus(), []);
  // A session that ends meanwhile must not take them away.
  useAskBeforeLeaving(true, 'Leave before you have stored the codes? They are not shown again.');
  const { isCopied, isRefused, Icon, copy } = useCopy(codes.join('\n'));
  const save = () => {
    const head = `Recovery codes of ${email} for Fairway.\nEach works once, instead of a code of the authenticator app.`;
    saveText('fairway-recovery-codes.txt', `${head}\n\n${codes.join('\n')}\n`);
  };
  return (
    <Region title="Your new recovery codes">
      <p ref={about} tabIndex={-1}>
        Of {email}. Each works once, instead of a code of the authenticator app. Keep them where nobody else
        reads them, and not on the telephone with the app.
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Notice>They are not shown again. Codes of before no longer work.</Notice>
      {isRefused ? <p role="alert">The browser did not allow copying. Select the codes instead.</p> : null}
      <Row gap={3} className="screen-only">
        <Button variant="secondary" onClick={copy}>
          <Icon aria-hidden size={18} />
          <span>{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Print
        </Button>
        <Button variant="secondary" onClick={save}>
          <Download aria-hidden size={18} />
          Download as text
        </Button>
        <Button onClick={onStored}>I have stored them</Button>
      </Row>
    </Region>
  );
}
