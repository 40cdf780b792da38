// How to reach customer service, also for a member who is locked out.
import { Link } from '@tanstack/react-router';
import { PageScreen } from './PageScreen.tsx';

export function ContactScreen() {
  return (
    <PageScreen slug="contact-fairway" name="Contact" forEverybody>
      <p>
        <Link to="/privacy">Wat Fairway van je bewaart</Link>
      </p>
    </PageScreen>
  );
}
