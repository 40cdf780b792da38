// Who may do what for the club: the accounts of people, and the devices that several people use.
import { useState } from 'react';
import { Page, Status } from '@/ui';
import { Accounts } from './Accounts.tsx';
import { Devices } from './Devices.tsx';

export function TeamScreen() {
  const [done, setDone] = useState('');
  return (
    <Page title="Team" intro="Wie er voor je club inlogt, en welke toestellen er scannen.">
      {done ? <Status>{done}</Status> : null}
      <Devices onDone={setDone} />
      <Accounts onDone={setDone} />
    </Page>
  );
}
