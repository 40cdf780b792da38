// The tariffs of a club, the newest first. One that is set does not go: another one begins.
import { useState } from 'react';
import { today } from '@/api/clock.ts';
import { Badge, Button, Notice, Region } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { type Column, DataTable, Done, euros, formatInstant } from '../../ui/index.ts';
import type { Tariff } from './queries.ts';
import { TariffDialog } from './TariffDialog.tsx';
import { vatName } from './words.ts';

interface TariffsProps {
  readonly club: string;
  readonly tariffs: readonly Tariff[];
}

export function Tariffs({ club, tariffs }: TariffsProps) {
  const mayChange = hasRole(useSession(), 'admin');
  const [isOpen, setOpen] = useState(false);
  const [set, setSet] = useState<string>();
  const [date] = useState(today);
  const inForce = tariffs.find(({ from }) => from <= date);
  const columns: readonly Column<Tariff>[] = [
    {
      key: 'from',
      header: 'From',
      isRowHeader: true,
      cell: (tariff) => (
        <div>
          {formatInstant(tariff.from)} {tariff === inForce ? <Badge>in force</Badge> : null}
        </div>
      ),
    },
    ...PRICES,
  ];
  return (
    <Region title="Tariffs">
      {tariffs.length === 0 ? (
        <Notice>The club has no tariff: nothing is owed for its rounds.</Notice>
      ) : (
        <DataTable
          caption="Prices without VAT"
          columns={columns}
          rows={tariffs}
          rowKey={({ from }) => from}
        />
      )}
      {set ? <Done>{`The tariff from ${formatInstant(set)} was set.`}</Done> : null}
      {mayChange ? (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              setSet(undefined);
              setOpen(true);
            }}
          >
            Set a tariff…
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <TariffDialog
          club={club}
          last={tariffs[0]}
          onDone={(from) => {
            setOpen(false);
            setSet(from);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Region>
  );
}

const PRICES: readonly Column<Tariff>[] = [
  {
    key: 'weekday_9',
    header: '9 holes, Mon–Fri',
    align: 'end',
    cell: (tariff) => euros(tariff.weekday_9_cents),
  },
  {
    key: 'weekday_18',
    header: '18 holes, Mon–Fri',
    align: 'end',
    cell: (tariff) => euros(tariff.weekday_18_cents),
  },
  {
    key: 'weekend_9',
    header: '9 holes, Sat–Sun',
    align: 'end',
    cell: (tariff) => euros(tariff.weekend_9_cents),
  },
  {
    key: 'weekend_18',
    header: '18 holes, Sat–Sun',
    align: 'end',
    cell: (tariff) => euros(tariff.weekend_18_cents),
  },
  { key: 'absence', header: 'Absence', align: 'end', cell: (tariff) => euros(tariff.absence_cents) },
  { key: 'vat', header: 'VAT', cell: ({ vat }) => vatName(vat) },
];
