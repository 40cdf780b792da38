// The switches of one kind of news. Each is saved at once; whether that worked is said beside it.
import { useId } from 'react';
import type { NotificationSetting } from '@/api/generated/NotificationSetting.ts';
import { failureText } from '@/api/error.ts';
import { Alert, Card, Checkbox } from '@/ui';
import { kindTexts } from './kindTexts.ts';
import styles from './NotificationsScreen.module.css';
import { saveTexts, useSwitch } from './queries.ts';
import type { Way } from './queries.ts';

const labels: Record<Way, string> = { mail: 'per e-mail', push: 'op je apparaten' };

interface Props {
  readonly setting: NotificationSetting;
  /** The ways by which this member can be told. */
  readonly ways: readonly Way[];
}

export function KindSwitches({ setting, ways }: Props) {
  const explanationId = useId();
  const { title, explanation } = kindTexts[setting.kind];
  const change = useSwitch(setting.kind);
  return (
    <Card>
      <fieldset className={styles.kind} aria-describedby={explanationId}>
        <legend className="strong">{title}</legend>
        <p id={explanationId} className="soft">
          {explanation}
        </p>
        <div className={styles.switches}>
          {ways.map((way) => (
            <Checkbox
              key={way}
              label={labels[way]}
              checked={setting[way]}
              onChange={(event) => change.mutate({ way, wanted: event.target.checked })}
            />
          ))}
          {/* Always there, so that a screen reader announces its text. */}
          <p role="status" className="soft">
            {change.isSuccess ? 'opgeslagen' : ''}
          </p>
        </div>
        <Alert>{change.error && failureText(change.error, saveTexts)}</Alert>
      </fieldset>
    </Card>
  );
}
