// The secret of an authenticator app: as a QR code, as a link for this device, and as text.
import styles from './AppSecret.module.css';

interface AppSecretProps {
  readonly secret: string;
  readonly uri: string;
  readonly qr_svg: string;
}

export function AppSecret({ secret, uri, qr_svg }: AppSecretProps) {
  return (
    <>
      <p>Scan this code with the authenticator app on your telephone.</p>
      <img
        className={styles.qr}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr_svg)}`}
        alt="QR code with the secret for the authenticator app"
        width={200}
        height={200}
      />
      <p>
        Can you not scan it? <a href={uri}>Open it on this device</a>, or type this secret into the app:
      </p>
      <code className={styles.secret}>{secret}</code>
    </>
  );
}
