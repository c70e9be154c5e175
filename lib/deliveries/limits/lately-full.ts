import { type LimitAddress, storedIdOf } from './limit-key.ts';

const REMEMBERED_MS = 60_000;
/** A function that serves more full limits than this forgets all of them: a wrong memory costs a few units. */
const MOST = 10_000;

/** The limits that this process found full in the last minute. Their next message looks at the limit first. */
export function latelyFull(now: () => Date) {
  const until = new Map<string, number>();
  const nameOf = ({ organisationId, key }: LimitAddress) => `${organisationId} ${storedIdOf(key)}`;
  return {
    has: (of: LimitAddress): boolean => (until.get(nameOf(of)) ?? 0) > now().getTime(),
    add(of: LimitAddress): void {
      if (until.size >= MOST) until.clear();
      until.set(nameOf(of), now().getTime() + REMEMBERED_MS);
    },
  };
}
