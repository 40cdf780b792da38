// The portal's data about the member, as a file.
import { Download } from 'lucide-react';
import { failureText } from '@/api/error.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { ProfilePart } from '@/features/profile/ProfilePart.tsx';
import { Alert, Status, Button, Card, Stack } from '@/ui';
import { fetchOwnData } from './api.ts';
import { saveFile } from './saveFile.ts';

const texts = {
  failure: 'Downloaden mislukt. Probeer het later opnieuw.',
  network: 'Netwerkfout. Controleer je verbinding en probeer het opnieuw.',
};

export function OwnDataScreen() {
  const download = useSingleMutation({ mutationFn: fetchOwnData, onSuccess: saveFile });
  return (
    <ProfilePart
      onlyMember="Alleen het lid zelf kan de gegevens downloaden."
      title="Mijn gegevens"
      intro="Download alles wat we van je weten, in één bestand."
    >
      <Card gap={4}>
        <p>In het bestand staan:</p>
        <Stack as="ul" gap={1} className="bullets">
          <li>je profiel en de apparaten waarop je bent ingelogd;</li>
          <li>je rondes, abonnementen, vouchers en bestellingen;</li>
          <li>de mails die we je stuurden en wat onze medewerkers met je gegevens deden;</li>
          <li>alles wat in ons logboek over je staat.</li>
        </Stack>
        <p>
          Bij elk onderdeel staat wat het betekent. Van andere leden staan er alleen voornamen in. Het bestand
          is JSON: je kunt het lezen met elke tekstverwerker en meenemen naar een andere dienst.
        </p>
        <p>
          Je krijgt er een mail over, zodat je het merkt als een ander dit doet. Het kan vijf keer per dag.
        </p>
        <Alert>{download.error && failureText(download.error, texts)}</Alert>
        {download.isSuccess ? <Status>Je gegevens zijn gedownload.</Status> : null}
        <div>
          <Button busyText={download.isPending && 'bezig…'} onClick={() => download.mutate(undefined)}>
            <Download aria-hidden size={20} />
            download mijn gegevens
          </Button>
        </div>
      </Card>
    </ProfilePart>
  );
}
