// The last scans of this device.
import { memo, useDeferredValue } from 'react';
import { answerOf, stateText, timeOf } from './answers.ts';
import { useQueue } from './queue.ts';
import styles from './ScanScreen.module.css';
import type { StoredScan } from './scan.ts';

/** After the answer. */
export const Recent = () => <Scans scans={useDeferredValue(useQueue().recent)} />;

const Scans = memo(function Scans({ scans }: { readonly scans: readonly StoredScan[] }) {
  if (scans.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="subheading">
        Laatste scans
      </h2>
      <ol className="lined">
        {scans.map((scan) => (
          <RecentScan key={scan.nonce} scan={scan} />
        ))}
      </ol>
    </section>
  );
});

const RecentScan = memo(function RecentScan({ scan }: { readonly scan: StoredScan }) {
  const { title, name } = answerOf(scan);
  const { club_name } = scan.result;
  const what = club_name ? `${title} (${club_name})` : title;
  return (
    <li className={styles.recent}>
      <time dateTime={scan.scanned_at}>{timeOf(scan.scanned_at)}</time>
      <p>{name ? `${name}: ${what[0]?.toLowerCase()}${what.slice(1)}` : what}</p>
      <span className="soft">{stateText[scan.state]}</span>
    </li>
  );
});
