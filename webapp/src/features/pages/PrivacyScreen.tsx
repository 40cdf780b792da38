// The portal's text about the data that it keeps on people. Whoever runs the portal may not have written one yet.
import { Link } from '@tanstack/react-router';
import { PageScreen } from './PageScreen.tsx';

export function PrivacyScreen() {
  return (
    <PageScreen
      slug="privacy"
      name="Privacy"
      forEverybody
      missing={
        <>
          <p>De privacyverklaring staat hier nog niet.</p>
          <p>
            Wil je weten wat er van je bewaard wordt, of wil je dat het gewist wordt?{' '}
            <Link to="/contact">Neem contact op</Link>.
          </p>
        </>
      }
    />
  );
}
