// The clubs whose name or town has a text in it, as one types it.
import { fold } from '@/ui';

interface Named {
  readonly name: string;
  readonly city?: string | undefined;
}

export function clubsNamed<Club extends Named>(clubs: readonly Club[], text: string): readonly Club[] {
  const wanted = fold(text.trim());
  return clubs.filter(({ name, city = '' }) => fold(`${name} ${city}`).includes(wanted));
}
