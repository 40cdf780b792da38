// The line below a heading: facts with a point between them, and a button to copy those that are taken elsewhere.
import { Fragment } from 'react';
import { Copyable } from '../../ui/index.ts';

export interface Detail {
  readonly text: string;
  /** Its name, such as `the id`, where it can be copied. */
  readonly copied?: string | undefined;
}

export function SubjectDetails({ details }: { readonly details: readonly Detail[] }) {
  return details.map(({ text, copied }, index) => (
    <Fragment key={text}>
      {index > 0 ? ' · ' : ''}
      {copied ? <Copyable text={text} what={copied} /> : <span>{text}</span>}
    </Fragment>
  ));
}
