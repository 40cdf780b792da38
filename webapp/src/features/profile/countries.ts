// The countries of the profile's address, by their Dutch names: those of the border first.

const NEAR = ['NL', 'BE', 'DE'];
const OTHERS =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BF BG BH BI BJ BM BN BO BQ BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW CY CZ DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MQ MR MT MU MV MW MX MY MZ NA NC NE NG NI NO NP NR NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SX SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WS XK YE YT ZA ZM ZW';

export interface Country {
  readonly code: string;
  readonly name: string;
}

const names = new Intl.DisplayNames('nl', { type: 'region' });
const named = (code: string): Country => ({ code, name: names.of(code) ?? code });

const { compare } = new Intl.Collator('nl');
let known: readonly Country[] | undefined;

/** A code that is in no list comes last: a stored one is always shown. */
export function countries(stored: string): readonly Country[] {
  // Once, since the form is rendered at each letter.
  known ??= [
    ...NEAR.map(named),
    ...OTHERS.split(' ')
      .map(named)
      .toSorted((a, b) => compare(a.name, b.name)),
  ];
  const all = known;
  return !stored || all.some(({ code }) => code === stored) ? all : [...all, { code: stored, name: stored }];
}

/** An example of the country's postcodes; a country that is not here may have none. */
export const postcodeExample: Readonly<Record<string, string>> = { NL: '1234 AB', BE: '2000', DE: '48455' };
