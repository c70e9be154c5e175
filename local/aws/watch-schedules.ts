import * as z from 'zod';
import type { Watch } from '../../infra/chain-watch.ts';
import { ChainId } from '../../lib/chains/registry.ts';
import type { Recurring } from './recurring-schedules.ts';

const Scheduled = z.looseObject({ chain: ChainId });

/**
 * Keeps the schedules of these watches and drops the schedules of other chains: the template has a schedule for every
 * chain. Adds the options of each watch to the event of its schedule.
 */
export const onlyWatching = (all: readonly Recurring[], watches: readonly Watch[]): Recurring[] =>
  all.flatMap((recurring) => {
    const scheduled = Scheduled.safeParse(recurring.event);
    if (!scheduled.success) return [recurring];
    const watch = watches.find(({ chain }) => chain === scheduled.data.chain);
    return watch === undefined ? [] : [{ ...recurring, event: { ...scheduled.data, ...watch } }];
  });
