import { LRUCache } from 'lru-cache';
import { growingTo } from '../../values/memo.ts';
import { type LimitAddress, storedIdOf } from './limit-key.ts';

const REMEMBERED_MS = 60_000;
/** A wrong memory costs a few units, so the limits that were seen last are enough. */
const MOST = 10_000;

/** The limits that this process found full in the last minute. Their next message looks at the limit first. */
export function latelyFull(now: () => Date) {
  const until = new LRUCache<string, number>(growingTo(MOST));
  const nameOf = ({ organisationId, key }: LimitAddress) => `${organisationId} ${storedIdOf(key)}`;
  return {
    has: (of: LimitAddress): boolean => (until.get(nameOf(of)) ?? 0) > now().getTime(),
    add: (of: LimitAddress): void => void until.set(nameOf(of), now().getTime() + REMEMBERED_MS),
  };
}
