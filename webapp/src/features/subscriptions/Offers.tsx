// The subscriptions for sale: first the personal offers, then the public ones.
import { ExternalLink } from 'lucide-react';
import type { OfferView } from '@/api/generated/OfferView.ts';
import type { Subscriptions } from '@/api/generated/Subscriptions.ts';
import { Badge, ButtonAnchor, Card, euros, Region, Row } from '@/ui';
import styles from './Offers.module.css';

interface OffersProps {
  readonly options: Subscriptions['extension_options'];
  /** Whether there is a subscription that an offer extends. */
  readonly hasSubscription: boolean;
}

export function Offers({ options, hasSubscription }: OffersProps) {
  const personal = options?.personal_offers ?? [];
  const publicOffers = options?.public_offers ?? [];
  if (personal.length + publicOffers.length === 0) return null;
  return (
    <Region title={hasSubscription ? 'Verlengen' : 'Abonnementen'}>
      <ul className={styles.offers}>
        {personal.map((offer) => (
          <OfferCard key={`p ${offer.url} ${offer.name}`} offer={offer} personal />
        ))}
        {publicOffers.map((offer) => (
          <OfferCard key={`e ${offer.url} ${offer.name}`} offer={offer} />
        ))}
      </ul>
    </Region>
  );
}

function OfferCard({ offer, personal }: { readonly offer: OfferView; readonly personal?: boolean }) {
  return (
    <Card as="li" className={styles.offer}>
      <h3 className="title">{offer.name}</h3>
      <Row gap={3} lineGap={1} align="baseline">
        <p className={styles.amount}>{euros(offer.amount)}</p>
        {personal ? <Badge tone="sand">speciaal voor jou</Badge> : null}
      </Row>
      <ul className={styles.properties}>
        {offer.properties.map((property) => (
          <li key={property}>{property}</li>
        ))}
      </ul>
      {isWebAddress(offer.url) ? (
        <ButtonAnchor
          href={offer.url}
          rel="noreferrer"
          aria-label={`kies ${offer.name}`}
          variant={personal ? 'primary' : 'secondary'}
        >
          kies
          <ExternalLink aria-hidden size={16} />
        </ButtonAnchor>
      ) : null}
    </Card>
  );
}

/** An offer's address comes from an editor: it may be any web address, but not a script. */
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) || /^\/(?![/\\])/.test(url);
}
