// Until when places are offered. The text changes once a minute, without movement, and is not read aloud by itself: a
// timer is not a live region that speaks.
import { useEffect, useState } from 'react';
import { now } from '@/api/clock.ts';
import { clockTime, leftText, untilNextText } from './waitingText.ts';

interface Props {
  readonly until: string;
  /** The time is over: the server knows what became of the offer. */
  readonly onEnd: () => void;
}

export function Countdown({ until, onEnd }: Props) {
  const left = Date.parse(until) - now();
  const [, setTick] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => {
      setTick((tick) => tick + 1);
      if (Date.parse(until) <= now()) onEnd();
    }, untilNextText(left));
    return () => clearTimeout(timer);
  });
  return (
    <p role="timer">
      tot <time dateTime={until}>{clockTime(until)}</time>
      {left > 0 ? <span>{` (nog ${leftText(left)})`}</span> : null}
    </p>
  );
}
