// A part of the page of a member: its heading, the buttons beside it, and what was just done here, with the way to where it
// can be read as it happened.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Region, Row } from '@/ui';
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
      {done?.part === part ? (
        <Row gap={3} lineGap={1} align="center">
          <DoneStatus>{done.text}</DoneStatus>
          <Link from="/$kind/$" to="." search={{ tab: 'timeline', view: 'state' }} preload={false}>
            State and timeline
          </Link>
        </Row>
      ) : null}
      {children}
    </Region>
  );
}
