// The map under the markers. Without configuration it is an outline that is part of the app, and no request goes to
// another origin; a build may name a tile server instead.
import L from 'leaflet';
import styles from './map.module.css';
import { addPlaceNames } from './placeNames.ts';

type Ring = [number, number][];

interface BaseMap {
  readonly netherlands: Ring[];
  readonly neighbours: Ring[];
  readonly water: Ring[][];
}

const tileUrl = import.meta.env.VITE_TILE_URL;
const tileAttribution = import.meta.env.VITE_TILE_ATTRIBUTION ?? '';

/** The attribution of the map's data. */
export const attribution = tileUrl
  ? tileAttribution
  : 'Kaart: Natural Earth; water: © OpenStreetMap-bijdragers (ODbL)';

export function addBaseMap(map: L.Map): void {
  if (tileUrl) {
    L.tileLayer(tileUrl, { maxZoom: 18 }).addTo(map);
    return;
  }
  void import('./base-map.json').then(({ default: data }) => {
    // The map may have been removed while its outline was loading.
    if (map.getPane('places')) draw(map, data as unknown as BaseMap);
  });
}

function draw(map: L.Map, base: BaseMap): void {
  const renderer = L.svg({ padding: 1 });
  const layer = (rings: Ring[] | Ring[][], name: string) =>
    L.polygon(rings as L.LatLngExpression[][], {
      renderer,
      interactive: false,
      className: styles[name] ?? '',
      smoothFactor: 1.2,
    }).addTo(map);
  layer(
    base.neighbours.map((ring) => [ring]),
    'neighbours',
  );
  layer(
    base.netherlands.map((ring) => [ring]),
    'netherlands',
  );
  layer(base.water, 'water');
  addPlaceNames(map);
}
