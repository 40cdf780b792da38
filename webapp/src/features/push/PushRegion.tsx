// News on devices, as the member sees and changes it: on this one, and a list of all.
import { useQuery } from '@tanstack/react-query';
import type { PushDevice } from '@/api/generated/PushDevice.ts';
import { failureText } from '@/api/error.ts';
import { meQuery } from '@/api/me.ts';
import { Alert, Notice, Button, Card, Checkbox, Stack, Loaded, Region, Skeleton, browserName } from '@/ui';
import { ability, isDenied, NotAllowed } from './browser.ts';
import styles from './Push.module.css';
import { pushQuery, pushTexts, useRemoveDevice, useShowDetails, useSwitchOn } from './queries.ts';

const day = new Intl.DateTimeFormat('nl-NL', { timeZone: 'Europe/Amsterdam', dateStyle: 'long' });

/** `Chrome op Android` */
function deviceName({ browser }: PushDevice): string {
  const found = browserName(browser);
  if (!found) return 'Onbekend apparaat';
  return found.system ? `${found.name} op ${found.system}` : found.name;
}

export function PushRegion() {
  const { data: me } = useQuery(meQuery);
  return (
    <Region title="Meldingen op dit apparaat">
      {!me ? (
        <Skeleton height="6rem" />
      ) : me.impersonated_by ? (
        <Notice>Alleen het lid zelf kan meldingen op apparaten beheren.</Notice>
      ) : (
        <Devices email={me.email} />
      )}
    </Region>
  );
}

function Devices({ email }: { readonly email: string }) {
  const query = useQuery(pushQuery(email));
  const switching = useSwitchOn(email);
  const showing = useShowDetails();
  const removing = useRemoveDevice();
  const error = switching.error ?? showing.error ?? removing.error;
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton height="6rem" />}
      failure={(failure) => [
        failureText(failure, { ...pushTexts, failure: 'Je apparaten kunnen niet worden geladen.' }),
      ]}
    >
      {({ public_key, devices, here }) => (
        <Stack gap={3}>
          <Alert>{error && !(error instanceof NotAllowed) && failureText(error, pushTexts)}</Alert>
          {here ? (
            <>
              <p>Meldingen staan aan op dit apparaat. Log je hier uit, dan gaan ze uit.</p>
              <Checkbox
                label="namen en banen tonen op het vergrendelscherm"
                checked={showing.isPending ? showing.variables.shows_details : here.shows_details}
                disabled={showing.isPending}
                onChange={(event) => showing.mutate({ id: here.id, shows_details: event.target.checked })}
              />
              <div>
                <Button
                  variant="secondary"
                  busyText={removing.isPending && 'bezig…'}
                  onClick={() => removing.mutate({ id: here.id, isHere: true })}
                >
                  meldingen uitzetten
                </Button>
              </div>
            </>
          ) : (
            <SwitchOn publicKey={public_key ?? undefined} switching={switching} />
          )}
          {devices.some((device) => device.id !== here?.id) ? (
            <Stack as="ul" gap={3} aria-label="Andere apparaten met meldingen">
              {devices
                .filter((device) => device.id !== here?.id)
                .map((device) => (
                  <Card as="li" key={device.id} className="spread">
                    <Stack gap={1} align="start">
                      <h3 className={styles.name}>{deviceName(device)}</h3>
                      <p className="soft">
                        aan sinds{' '}
                        <time dateTime={device.created_at}>{day.format(Date.parse(device.created_at))}</time>
                      </p>
                    </Stack>
                    <Button
                      variant="quiet"
                      aria-label={`verwijderen: ${deviceName(device)}`}
                      onClick={() => removing.mutate({ id: device.id, isHere: false })}
                    >
                      verwijderen
                    </Button>
                  </Card>
                ))}
            </Stack>
          ) : null}
        </Stack>
      )}
    </Loaded>
  );
}

interface SwitchOnProps {
  readonly publicKey: string | undefined;
  readonly switching: ReturnType<typeof useSwitchOn>;
}

function SwitchOn({ publicKey, switching }: SwitchOnProps) {
  const found = ability();
  if (found === 'install')
    return (
      <p>
        Op een iPhone of iPad werken meldingen nadat je Fairway op je beginscherm hebt gezet: tik op{' '}
        <strong>Deel</strong> en kies <strong>Zet op beginscherm</strong>.
      </p>
    );
  if (found === 'cannot') return <p>Deze browser kan geen meldingen tonen.</p>;
  if (!publicKey) return <p>Meldingen werken op dit moment niet. Probeer het later opnieuw.</p>;
  if (isDenied() || switching.error instanceof NotAllowed)
    return (
      <p>
        Je browser staat geen meldingen van Fairway toe. Verander dat in de instellingen van je browser en
        open dit scherm opnieuw.
      </p>
    );
  return (
    <>
      <p>
        Je hoort hetzelfde nieuws meteen op dit apparaat. Op je vergrendelscherm staan geen namen en geen
        banen.
      </p>
      <div>
        <Button
          variant="secondary"
          busyText={switching.isPending && 'bezig…'}
          onClick={() => switching.mutate(publicKey)}
        >
          meldingen aanzetten
        </Button>
      </div>
    </>
  );
}
