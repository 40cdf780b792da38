// A part of the report: what it is about, its chart, its table, and the table as a file.
import { useState } from 'react';
import { ButtonAnchor, Card, Disclosure } from '@/ui';
import flush from '@/ui/flush.module.css';
import type { FiguresAnswer } from '../../api/generated/FiguresAnswer.ts';
import type { FiguresCell } from '../../api/generated/FiguresCell.ts';
import type { FiguresPart } from '../../api/generated/FiguresPart.ts';
import { DataTable } from '../../ui/index.ts';
import { colour, isDrawn } from './axis.ts';
import { BarsChart } from './BarsChart.tsx';
import chartStyles from './Chart.module.css';
import { ColumnsChart } from './ColumnsChart.tsx';
import styles from './FiguresScreen.module.css';
import { cellText, isMonth } from './format.ts';
import { csvAddress, type FiguresFilter } from './queries.ts';

interface FigurePartProps {
  readonly part: FiguresPart;
  readonly filter: FiguresFilter;
  readonly period: FiguresAnswer['period'];
  readonly isWide: boolean;
}

export function FigurePart({ part, filter, period, isWide }: FigurePartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, title, note, chart, columns } = part;
  return (
    <Card as="section" aria-labelledby={`part-${name}`} gap={3} className={styles.part} data-wide={isWide}>
      <h2 id={`part-${name}`} className="strong large">
        {title}
      </h2>
      {notNarrowed(part, filter)}
      {isDrawn(part) ? (
        <>
          {chart.series.length > 1 ? (
            <ul className={chartStyles.legend} aria-hidden>
              {chart.series.map((index, series) => (
                <li key={index}>
                  <span data-series={colour(columns[index]?.title ?? '', series)} />
                  {columns[index]?.title}
                </li>
              ))}
            </ul>
          ) : null}
          {chart.kind === 'columns' ? (
            <ColumnsChart part={part} period={period} />
          ) : (
            <BarsChart part={part} period={period} />
          )}
        </>
      ) : (
        <p>There is nothing to draw: the table has what is known.</p>
      )}
      {note ? <p className="soft small">{note}</p> : null}
      <Disclosure label={`Table: ${title}`} open={isOpen} onToggle={() => setIsOpen(!isOpen)}>
        {isOpen ? <PartTable part={part} /> : null}
      </Disclosure>
      <ButtonAnchor href={csvAddress(name, filter)} download variant="quiet" className={flush.flush ?? ''}>
        Download as CSV<span className="visually-hidden">: {title}</span>
      </ButtonAnchor>
    </Card>
  );
}

/** A filter that does not change this part must not seem to. */
function notNarrowed({ narrowed_by }: FiguresPart, { club, pass }: FiguresFilter) {
  const ignored = [
    club && !narrowed_by.includes('club') ? 'club' : null,
    pass && !narrowed_by.includes('pass') ? 'kind of pass' : null,
  ].filter((text) => text !== null);
  if (ignored.length === 0) return null;
  return <p className="soft small">Not narrowed by the {ignored.join(' and the ')}.</p>;
}

function PartTable({ part: { title, columns, rows } }: { readonly part: FiguresPart }) {
  const numbered = rows.map((cells, nth) => ({ cells, nth }));
  return (
    <div className={styles.table}>
      <DataTable<{ cells: readonly FiguresCell[]; nth: number }>
        caption={title}
        hideCaption
        columns={columns.map((column, index) => ({
          key: String(index),
          header: column.title,
          isRowHeader: index === 0,
          ...(column.kind === 'text' ? {} : { align: 'end' as const }),
          cell: ({ cells }) => {
            const text = cellText(cells[index], column.kind);
            return isMonth(cells[index]) ? <span className="nowrap">{text}</span> : text;
          },
        }))}
        rows={numbered}
        rowKey={({ nth }) => String(nth)}
      />
    </div>
  );
}
