// A telephone number as people write it. The server stores the international form and accepts either.

/** The area codes of two digits after the zero, and 6 for mobile telephones; all others have three. */
const SHORT_AREA = /^(6|1[035]|2[0346]|3[03568]|4[0356]|5[0358]|7\d|8[2-8])(\d+)$/;
const LONG_AREA = /^(\d{3})(\d+)$/;

/** `06 12345678` of `+31612345678`. A number of another country stays as it is. */
export function dutchTelephone(stored: string): string {
  const national = /^\+31(\d{9})$/.exec(stored)?.[1];
  const [, area, rest] = (national && (SHORT_AREA.exec(national) ?? LONG_AREA.exec(national))) || [];
  return area ? `0${area} ${rest}` : stored;
}
