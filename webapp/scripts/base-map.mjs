// Generates src/ui/map/base-map.json: the outline map under the clubs, small enough to be part of the app.
// Run it to change the outline. The packages of open data are too large to be dependencies, so install them first:
//
//   npm install --no-save world-atlas@2.0.2 topojson-client@3.1.0 @geo-maps/earth-waterbodies-1km@0.6.0
//   node scripts/base-map.mjs
//
// Land: Natural Earth 1:10m (public domain). Inland water: OpenStreetMap contributors (ODbL), 1 km.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';

const require = createRequire(import.meta.url);
const read = (path) => JSON.parse(readFileSync(require.resolve(path), 'utf8'));
const { feature } = require('topojson-client');

/** West, south, east, north: the area that the map can show. */
const FRAME = [0.8, 49.4, 9.6, 54.6];
const NEIGHBOURS = ['Belgium', 'Germany', 'Luxembourg', 'France', 'Denmark', 'United Kingdom'];
/** The part of the frame in which water is drawn: all clubs are inside it. */
const INLAND = [3.2, 50.7, 7.25, 53.6];
/** Water with fewer corners is too small to be visible. */
const SMALLEST_WATER = 10;

const world = read('world-atlas/countries-10m.json');
const country = (name) =>
  feature(
    world,
    world.objects.countries.geometries.find((geometry) => geometry.properties.name === name),
  ).geometry;
const polygons = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates);

const inside = ([x, y], [west, south, east, north]) => x >= west && x <= east && y >= south && y <= north;
const touches = (ring, frame) => ring.some((point) => inside(point, frame));

/** Sutherland-Hodgman: cuts a ring off at the frame, side by side. */
function clip(ring, [west, south, east, north]) {
  const sides = [
    [([x]) => x >= west, (a, b) => interpolate(a, b, (west - a[0]) / (b[0] - a[0]))],
    [([x]) => x <= east, (a, b) => interpolate(a, b, (east - a[0]) / (b[0] - a[0]))],
    [([, y]) => y >= south, (a, b) => interpolate(a, b, (south - a[1]) / (b[1] - a[1]))],
    [([, y]) => y <= north, (a, b) => interpolate(a, b, (north - a[1]) / (b[1] - a[1]))],
  ];
  return sides.reduce((points, [within, cut]) => {
    return points.flatMap((point, index) => {
      const before = points.at(index - 1);
      if (within(point)) return within(before) ? [point] : [cut(before, point), point];
      return within(before) ? [cut(before, point)] : [];
    });
  }, ring);
}
const interpolate = (a, b, t) => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];

/** Latitude first, as Leaflet needs it, rounded to about 100 m, without repeated corners. */
function toLeaflet(ring) {
  const points = ring.map(([x, y]) => [Number(y.toFixed(3)), Number(x.toFixed(3))]);
  return points.filter((point, index) => index === 0 || String(point) !== String(points[index - 1]));
}
const land = (name, frame) =>
  polygons(country(name))
    .filter(([outer]) => touches(outer, frame))
    .map(([outer]) => toLeaflet(clip(outer, frame)));

const water = read('@geo-maps/earth-waterbodies-1km/map.geo.json')
  .geometries.flatMap(polygons)
  .filter(([outer]) => outer.length >= SMALLEST_WATER && outer.every((point) => inside(point, INLAND)))
  .map((rings) => rings.map(toLeaflet));

const map = {
  licence: 'Land: Natural Earth (public domain). Water: © OpenStreetMap contributors, ODbL 1.0.',
  netherlands: land('Netherlands', FRAME),
  neighbours: NEIGHBOURS.flatMap((name) => land(name, FRAME)),
  water,
};
writeFileSync(new URL('../src/ui/map/base-map.json', import.meta.url), `${JSON.stringify(map)}\n`);
