// The pin of a club on a map, as an element: leaflet's markers are outside React.

const SVG = 'http://www.w3.org/2000/svg';

/** A flag for a course that can be reserved, a cross for one that cannot: never colour alone. */
const GLYPH = {
  open: 'M12 21V8m0 0 7 3-7 3',
  closed: 'm9 9.500 6 6m0-6-6 6',
};

export function pinIcon(state: keyof typeof GLYPH): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 28 36');
  svg.setAttribute('aria-hidden', 'true');
  const pin = document.createElementNS(SVG, 'path');
  pin.setAttribute('d', 'M14 1a13 13 0 0 0-13 13c0 9 13 21 13 21s13-12 13-21a13 13 0 0 0-13-13z');
  const glyphPath = document.createElementNS(SVG, 'path');
  glyphPath.setAttribute('d', GLYPH[state]);
  svg.append(pin, glyphPath);
  return svg;
}
