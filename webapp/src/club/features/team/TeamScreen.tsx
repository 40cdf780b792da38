// Who may do what for the club: the accounts of people, the devices that several people use, and the club's own systems.
import { useState } from 'react';
import { Page, Status } from '@/ui';
import { Accounts } from './Accounts.tsx';
import { Devices } from './Devices.tsx';
import { Systems } from './Systems.tsx';

export function TeamScreen() {
  const [done, setDone] = useState('');
  return (
    <Page title="Team" intro="Wie er voor je club inlogt, en welke toestellen er scannen.">
      {done ? <Status>{done}</Status> : null}
      <Devices onDone={setDone} />
      <Accounts onDone={setDone} />
      <Systems onDone={setDone} />
    </Page>
  );
}
