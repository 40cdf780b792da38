// Members and clubs for tests and for `npm run dev:mock`. The names of the clubs are invented.

export interface SampleMember {
  readonly email: string;
  readonly first_name: string;
  readonly prefix: string;
  readonly last_name: string;
  readonly max_holes: number;
  readonly subscription: boolean;
  readonly complete?: boolean;
}

function member(
  name: readonly [string, string, string],
  max_holes: number,
  subscription = true,
): SampleMember {
  const [first_name, prefix, last_name] = name;
  const email = `${first_name}.${prefix}${last_name}@fairway.example`.toLowerCase().replaceAll(' ', '');
  return { email, first_name, prefix, last_name, max_holes, subscription };
}

export const members: readonly SampleMember[] = [
  member(['Jan', 'de', 'Vries'], 18),
  member(['Sanne', '', 'Bakker'], 18),
  member(['Pieter', 'van den', 'Berg'], 9),
  member(['Fatima', 'el', 'Idrissi'], 18),
  member(['Willem', '', 'Jansen'], 0),
  member(['Anouk', '', 'Visser'], 18),
  member(['Tom', '', 'Mulder'], 18, false),
  { ...member(['Nora', '', 'Smit'], 18), complete: false },
];

function club(id: string, name: string, city: string, lat: number, lon: number, holes: readonly number[]) {
  return {
    id,
    name,
    city,
    short_name: name,
    keywords: 'bos, heide',
    reservation_instruction: '<p>Bel tot een uur voor je ronde met de receptie.</p>',
    lat,
    lon,
    photo: null,
    starttime_description: 'Starttijden van 8.00 tot 16.30 uur',
    your_plays: 2,
    your_maximum_plays: 8,
    holes,
  };
}

export const clubs = [
  club('de-zandhoeve', 'Golfclub De Zandhoeve', 'Ermelo', 52.3, 5.62, [9, 18]),
  club('duinrand', 'Golfbaan Duinrand', 'Zandvoort', 52.37, 4.55, [9, 18]),
  club('het-hoge-veld', 'Golfpark Het Hoge Veld', 'Apeldoorn', 52.21, 5.97, [9, 18]),
  club('maasoever', 'Golfclub Maasoever', 'Roermond', 51.19, 5.99, [9]),
  club('de-vuurtoren', 'Golflinks De Vuurtoren', 'Texel', 53.05, 4.8, [9, 18]),
  club('weidewater', 'Golfclub Weidewater', 'Giethoorn', 52.74, 6.08, [9, 18]),
] as const;
