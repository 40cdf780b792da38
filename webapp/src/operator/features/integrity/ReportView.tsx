// The report of a verification: what was checked, what could not be, and each finding with the page of its subject.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Disclosure, Stack } from '@/ui';
import { kindName, shortId } from '../../api/kinds.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { DataTable, type Column, SubjectLink, WithCode } from '../../ui/index.ts';
import styles from './Integrity.module.css';
import type { Finding, FindingsOfKind, Report } from './schemas.ts';

export function ReportView({ report }: { readonly report: Report }) {
  const [isOpen, setIsOpen] = useState(false);
  const { counted, not_checked, checked, kinds, position } = report;
  return (
    <Stack gap={3}>
      <p className={counted === 0 ? styles.good : 'danger strong'}>{verdict(report)}</p>
      {not_checked.map((sentence) => (
        <p key={sentence} className="danger strong">
          Not checked: <WithCode text={sentence} />.
        </p>
      ))}
      {kinds.map((kind) => (
        <Kind key={kind.code} kind={kind} />
      ))}
      <Disclosure
        label={`What was checked, up to position ${position}`}
        open={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      >
        <Stack as="ul" gap={1} className={styles.checked}>
          {checked.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Stack>
      </Disclosure>
    </Stack>
  );
}

function verdict({ counted, not_checked }: Report): string {
  if (counted > 0) return counted === 1 ? '1 finding.' : `${counted} findings.`;
  return not_checked.length === 0 ? 'Everything holds.' : 'Everything that was checked holds.';
}

function Kind({ kind: { code, count, remedy, findings } }: { readonly kind: FindingsOfKind }) {
  const mayLookUp = hasRole(useSession(), 'support', 'auditor');
  const columns: readonly Column<Finding>[] = [
    // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
    { key: 'where', header: 'Where', isRowHeader: true, cell: (finding) => where(finding, mayLookUp) },
    { key: 'what', header: 'What', cell: ({ what }) => what },
    {
      key: 'subject',
      header: 'Subject',
      // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
      cell: (finding) => subject(finding, mayLookUp),
    },
  ];
  const rest = count - findings.length;
  return (
    <Stack as="section" gap={3} aria-label={code}>
      <DataTable
        caption={`${code}: ${count} found, against ${findings[0]?.rule ?? 'a rule'}`}
        columns={columns}
        rows={findings}
        rowKey={({ at, position, what }) => `${at} ${position} ${what}`}
      />
      {rest > 0 ? <p>{rest} more of this kind were counted and not stored.</p> : null}
      <p className="soft">
        What to do: <WithCode text={remedy} />.
      </p>
    </Stack>
  );
}

function where({ at, position }: Finding, mayLookUp: boolean) {
  if (position === null) return at;
  if (!mayLookUp) return `position ${position}, ${at}`;
  return (
    <span>
      <Link to="/event/$position" params={{ position: String(position) }} preload={false}>
        position {position}
      </Link>
      , {at}
    </span>
  );
}

function subject({ subject: found }: Finding, mayLookUp: boolean) {
  if (!found) return '–';
  const text = `${kindName(found.kind)} ${shortId(found.id)}`;
  if (!mayLookUp) return text;
  return (
    <SubjectLink kind={found.kind} id={found.id}>
      {text}
    </SubjectLink>
  );
}
