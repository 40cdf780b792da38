// Where a subject can be asked about, or changed on another screen.
import { ButtonLink } from '@/ui';
import type { SubjectPage } from '../../api/generated/SubjectPage.ts';
import type { Kind } from '../../api/kinds.ts';

interface SubjectLinksProps {
  readonly kind: Kind;
  readonly id: string;
  readonly subject: SubjectPage | undefined;
}

export function SubjectLinks({ kind, id, subject }: SubjectLinksProps) {
  switch (kind) {
    case 'club_day': {
      const [club = '', date = ''] = id.split('/');
      return (
        <ButtonLink
          to="/clubs/$club"
          params={{ club }}
          search={{ from: date }}
          variant="secondary"
          preload={false}
        >
          Days of the club
        </ButtonLink>
      );
    }
    case 'member':
      return (
        <>
          {subject && !subject.is_erased ? <MemberLink id={subject.id} /> : null}
          <ButtonLink to="/why" search={{ member: id }} variant="secondary" preload={false}>
            Why?
          </ButtonLink>
          <ButtonLink to="/refusals" search={{ member: id }} variant="quiet" preload={false}>
            Refused attempts
          </ButtonLink>
          <ButtonLink to="/mails" search={{ list: 'sent', member: id }} variant="quiet" preload={false}>
            Mails
          </ButtonLink>
        </>
      );
    case 'voucher':
    case 'order': {
      // Its acts are where the member's other rights and orders are.
      const owner = subject?.related.find((related) => related.kind === 'member');
      return owner ? <MemberLink id={owner.id} /> : null;
    }
    case 'booking':
    case 'waiting_list':
    case 'arrival_list':
    case 'settlement':
      return null;
  }
}

function MemberLink({ id }: { readonly id: string }) {
  return (
    <ButtonLink to="/$kind/$" params={{ kind: 'member', _splat: id }} variant="secondary" preload={false}>
      Account and acts
    </ButtonLink>
  );
}
