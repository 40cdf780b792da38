// Towns for orientation on the outline map. The large ones always have their name, the others when zoomed in.

export interface Place {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly large: boolean;
}

const place = (name: string, lat: number, lon: number, large = false): Place => ({ name, lat, lon, large });

export const places: readonly Place[] = [
  place('Amsterdam', 52.373, 4.893, true),
  place('Rotterdam', 51.922, 4.479, true),
  place('Utrecht', 52.091, 5.122, true),
  place('Groningen', 53.219, 6.567, true),
  place('Eindhoven', 51.441, 5.478, true),
  place('Maastricht', 50.851, 5.691, true),
  place('Zwolle', 52.517, 6.083, true),
  place('Middelburg', 51.499, 3.614, true),
  place('Den Haag', 52.078, 4.31),
  place('Leeuwarden', 53.201, 5.8),
  place('Assen', 52.993, 6.564),
  place('Arnhem', 51.985, 5.899),
  place('Nijmegen', 51.843, 5.853),
  place('Enschede', 52.22, 6.896),
  place('Apeldoorn', 52.211, 5.97),
  place('Deventer', 52.255, 6.164),
  place('Amersfoort', 52.156, 5.387),
  place('Almere', 52.351, 5.265),
  place('Lelystad', 52.518, 5.471),
  place('Haarlem', 52.387, 4.646),
  place('Alkmaar', 52.632, 4.753),
  place('Den Helder', 52.956, 4.76),
  place('Leiden', 52.16, 4.497),
  place('Gouda', 52.011, 4.711),
  place('Dordrecht', 51.813, 4.69),
  place('Breda', 51.589, 4.776),
  place('Tilburg', 51.556, 5.091),
  place('Den Bosch', 51.69, 5.304),
  place('Venlo', 51.37, 6.172),
  place('Roermond', 51.194, 5.987),
  place('Bergen op Zoom', 51.495, 4.287),
  place('Goes', 51.504, 3.889),
  place('Terneuzen', 51.335, 3.828),
  place('Emmen', 52.785, 6.897),
  place('Sneek', 53.032, 5.659),
];
