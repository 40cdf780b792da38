// A question or title that opens and closes the content under it. Its parent has the state.
import { ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import styles from './Disclosure.module.css';

interface DisclosureProps {
  readonly label: ReactNode;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Makes the label a heading of that level, so that a screen reader can move through a list by headings. */
  readonly heading?: 'h3' | 'h4';
  readonly children: ReactNode;
}

export function Disclosure({ label, open, onToggle, heading, children }: DisclosureProps) {
  const id = useId();
  const Label = heading ?? 'div';
  return (
    <div>
      <Label className={styles.heading}>
        <button
          type="button"
          className={styles.button}
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          <span>{label}</span>
          <ChevronDown aria-hidden size={20} />
        </button>
      </Label>
      <div id={id} hidden={!open} className={styles.content}>
        {children}
      </div>
    </div>
  );
}
