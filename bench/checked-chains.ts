import { matchForm } from '../lib/chains/address.ts';
import { chainOf } from '../lib/chains/registry.ts';
import { fromUnits } from '../lib/values/decimal.ts';
import { evmBlocks, evmMethods } from '../local/chains/recorded/evm-recordings.ts';
import { withBalances } from '../local/chains/recorded/evm-state.ts';
import { balancesWith, initialBalance, type Payment, withPayments } from './payments.ts';
import { evmRecording, type Recording } from './recorded.ts';
import { type Holder, strangerAt } from './watched.ts';

/** A chain whose nodes state the balances of watched addresses that no recorded block names. */
export interface CheckedChain {
  readonly recording: Recording;
  /** The watched addresses before the first block. */
  readonly holders: readonly Holder[];
  /** The addresses among them that pay once in each interval, in match form. */
  readonly movers: readonly string[];
}

/** The addresses that no block names. */
const strangers = ({ id, addressOf }: Pick<Recording, 'id' | 'addressOf'>, count: number): string[] =>
  Array.from({ length: count }, (_, n) => matchForm(id, strangerAt({ addressOf }, n)));

/** The first block, and `intervals` intervals of `every` blocks, in each of which `moved` addresses pay. */
export function evmChecked(wallets: number, moved: number, intervals: number, every: number): CheckedChain {
  const recorded = evmBlocks();
  const { id, addressOf, chain } = evmRecording(recorded, recorded.length);
  const first = chain.links[0]?.height ?? 0;
  const forms = strangers({ id, addressOf }, wallets);
  const movers = forms.slice(0, moved);
  const payments = Array.from({ length: intervals }, (_, interval) =>
    movers.map((from, n): Payment => {
      const within = Math.floor((n * every) / movers.length);
      return { from, height: first + 1 + interval * every + within };
    }),
  ).flat();
  const byHeight = Map.groupBy(payments, ({ height }) => height);
  // All intervals have the same recorded blocks.
  const blocks = Array.from({ length: 1 + intervals * every }, (_, n) => {
    const content = recorded[((n + every - 1) % every) % recorded.length];
    if (content === undefined) throw new Error('there is no recorded block');
    return withPayments(content, byHeight.get(first + n) ?? []);
  });
  const recording = evmRecording(blocks, recorded.length, (made) =>
    withBalances(made, evmMethods(made), balancesWith(payments)),
  );
  const { nativeDecimals } = chainOf(id);
  const holders = forms.map((form) => ({ form, amount: fromUnits(initialBalance(form), nativeDecimals) }));
  return { recording, holders, movers };
}
