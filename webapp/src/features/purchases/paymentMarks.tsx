// The marks of the payment methods that members know, in their owners' colours: drawn here, so that nothing is fetched
// from a third party. Those of Visa and PayPal are from Simple Icons (CC0 1.0).
import type { ReactNode } from 'react';
import styles from './Purchase.module.css';

const VISA =
  'M9.112 8.262L5.97 15.758H3.92L2.374 9.775c-.094-.368-.175-.503-.461-.658C1.447 8.864.677 8.627 0 8.479l.046-.217h3.3a.904.904 0 01.894.764l.817 4.338 2.018-5.102zm8.033 5.049c.008-1.979-2.736-2.088-2.717-2.972.006-.269.262-.555.822-.628a3.66 3.66 0 011.913.336l.34-1.59a5.207 5.207 0 00-1.814-.333c-1.917 0-3.266 1.02-3.278 2.479-.012 1.079.963 1.68 1.698 2.04.756.367 1.01.603 1.006.931-.005.504-.602.725-1.16.734-.975.015-1.54-.263-1.992-.473l-.351 1.642c.453.208 1.289.39 2.156.398 2.037 0 3.37-1.006 3.377-2.564m5.061 2.447H24l-1.565-7.496h-1.656a.883.883 0 00-.826.55l-2.909 6.946h2.036l.405-1.12h2.488zm-2.163-2.656l1.02-2.815.588 2.815zm-8.16-4.84l-1.603 7.496H8.34l1.605-7.496z';
const PAYPAL =
  'M15.607 4.653H8.941L6.645 19.251H1.82L4.862 0h7.995c3.754 0 6.375 2.294 6.473 5.513-.648-.478-2.105-.86-3.722-.86m6.57 5.546c0 3.41-3.01 6.853-6.958 6.853h-2.493L11.595 24H6.74l1.845-11.538h3.592c4.208 0 7.346-3.634 7.153-6.949a5.24 5.24 0 0 1 2.848 4.686M9.653 5.546h6.408c.907 0 1.942.222 2.363.541-.195 2.741-2.655 5.483-6.441 5.483H8.714Z';

const mark = (width: number, drawing: ReactNode) => (
  <svg viewBox={`0 0 ${width} 30`} width={width} height={30} className={styles.mark} aria-hidden>
    {drawing}
  </svg>
);

const card = (
  <>
    <path d={VISA} fill="#1434cb" transform="translate(6 2.500) scale(1.05)" />
    <circle cx="46" cy="15" r="8" fill="#eb001b" />
    <circle cx="56" cy="15" r="8" fill="#f79e1b" />
    <path d="M51 8.755a8 8 0 0 1 0 12.490a8 8 0 0 1 0-12.490" fill="#ff5f00" />
  </>
);

/** By the id of the method. */
export const paymentMarks: Readonly<Record<string, ReactNode>> = {
  ideal: mark(
    48,
    <>
      <path d="M10 5h16a10 10 0 0 1 0 20H10Z" fill="#fff" stroke="#111" strokeWidth="2" />
      <path d="M21 9h5a6 6 0 0 1 0 12h-5Z" fill="#cc0066" />
      <circle cx="15.500" cy="11.500" r="2.500" fill="#111" />
      <path d="M13 15.500h5V21h-5Z" fill="#111" />
    </>,
  ),
  bancontact: mark(
    48,
    <>
      <path d="M6 20h12c6 0 8-10 14-10h10v4H31c-6 0-8 11-14 11H6Z" fill="#ffd800" />
      <path d="M42 10H30c-6 0-8 10-14 10H6v-4h11c6 0 8-11 14-11h11Z" fill="#005498" />
    </>,
  ),
  creditcard: mark(70, card),
  paypal: mark(48, <path d={PAYPAL} fill="#003087" transform="translate(14 5) scale(.84)" />),
};
