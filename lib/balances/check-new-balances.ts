import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import { log } from '../platform/log.ts';
import type { BalanceCheckOptions } from '../watch/checks-beside.ts';
import type { Cursor } from '../watch/schema.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { type Comparison, compareAll } from './compare-balances.ts';
import { newBalances } from './new-balances.ts';
import type { BegunCheck } from './repo.ts';
import { AT_ONCE, type Sample, sampleBalances } from './sample-balances.ts';
import { packedSamples } from './sample-stretch.ts';
import type { BalanceCheck } from './schema.ts';

/** After each scan, so many new addresses are compared at most: other processes read by key what a check changed. */
const MOST_NEW = 2_000;

/** What nodes have said of new addresses. */
interface Sampled {
  readonly check: BegunCheck;
  readonly samples: readonly Sample[];
}

/**
 * Compares the balances of new addresses after the next scan. A round may begin a day later, and until then no rule
 * could judge the balance of a new wallet. The tokens of the address wait for the round.
 * @returns the check, which returns true while what a node said belongs to a block that is not yet scanned. No other
 *   check may begin meanwhile.
 */
export function newBalanceChecker(
  deps: BalanceCheckDeps,
  { kept, investigate }: Pick<Comparison, 'kept' | 'investigate'>,
) {
  const waiting = newBalances(deps);
  let held: Sampled | null = null;

  async function sampled(at: Comparison['at'], options: BalanceCheckOptions): Promise<Sampled | null> {
    const { chain } = options;
    const balances = await waiting.next(chain.id, Math.min(AT_ONCE * chain.accountsPerRequest, MOST_NEW));
    if (balances.length === 0) return null;
    const check = await deps.balances.begin(chain.id);
    const found = await sampleBalances(deps, balances, at, { ...options, mayAsk: () => true });
    if (found !== null) return { check, samples: found.samples };
    // Without the list, other processes read all balances again.
    await kept.list(check);
    return null;
  }

  async function compare(cursor: Cursor, last: BalanceCheck, options: BalanceCheckOptions): Promise<boolean> {
    const at = await deps.blocks.get(options.chain.id, cursor.height);
    if (at === null || at.hash !== cursor.hash) return held !== null;
    const found = held ?? (await sampled(at, options));
    held = null;
    if (found === null) return false;
    const { check, samples } = found;
    if (samples.some(({ height }) => height > cursor.height)) {
      held = found;
      return true;
    }
    const comparison = { deps, kept, investigate, check, cursor, last, round: null, isNew: true, at, options };
    await compareAll(comparison, [await packedSamples.pack(samples)]);
    return false;
  }

  return async (cursor: Cursor, last: BalanceCheck, options: BalanceCheckOptions): Promise<boolean> => {
    try {
      return await compare(cursor, last, options);
    } catch (error) {
      // The round goes on.
      if (!(error instanceof ChainUnavailableError) || options.signal.aborted) throw error;
      log.warn('balance.check_postponed', { chain: options.chain.id, reason: error.message });
      return false;
    }
  };
}
