import type { Pace } from '../../lib/channels/port/send-deps.ts';
import type { Turns } from '../../lib/channels/port/turns.ts';

/** The times of a destination that is so many seconds away. By default it takes each message at once. */
export const turnsWith = (reserve: Turns['reserve'] = async () => 0): Turns => ({
  take: async () => 0,
  reserve,
  reserveBehind: reserve,
});

/** The same for all destinations. */
export const paceWith = (reserve?: Turns['reserve']): Pace => ({
  turns: () => turnsWith(reserve),
  hold: async () => {},
});
