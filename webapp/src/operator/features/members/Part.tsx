// A part of the screen of a member: its heading, the buttons beside it, and what was just done here.
import type { ReactNode } from 'react';
import { Region } from '@/ui';
import type { MemberView } from '../../api/generated/MemberView.ts';
import { Done as DoneStatus } from '../../ui/index.ts';
import type { Done, OnAct, Part as PartName } from './acts.ts';
import styles from './Part.module.css';

export interface PartProps {
  readonly member: MemberView;
  readonly done: Done | undefined;
  readonly onAct: OnAct;
}

interface FrameProps {
  readonly part: PartName;
  readonly title: string;
  readonly done: Done | undefined;
  /** A button beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Part({ part, title, done, action, children }: FrameProps) {
  return (
    <Region title={title} aside={action ? <div className={styles.action}>{action}</div> : null}>
      {done?.part === part ? <DoneStatus>{done.text}</DoneStatus> : null}
      {children}
    </Region>
  );
}
