// The texts of the kit's own parts. Each app sets them, in its language, before it draws.
export interface KitTexts {
  /** Follows the screen's title in the title of the document. */
  readonly app: string;
  readonly skip: string;
  readonly loading: string;
  readonly retry: string;
  readonly busy: string;
  readonly back: string;
  /** Of a query whose screen has no sentence of its own. */
  readonly failure: (error: unknown) => string;
  /** Above data that may be old. Without it the failure to fetch newer ones stands there. */
  readonly updated?: (time: string, date: string | undefined) => string;
  readonly showPassword: (label: string) => string;
  readonly oneAddress: string;
  readonly anAddress: string;
  readonly broken: {
    readonly title: string;
    readonly text: (error: unknown, pathname: string) => string;
    readonly reload: string;
  };
  readonly notFound: { readonly title: string; readonly text: string; readonly link: string };
}

let given: KitTexts;

export function setTexts(texts: KitTexts): void {
  given = texts;
}

export const texts = (): KitTexts => given;
