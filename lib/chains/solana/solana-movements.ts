import { fromUnits } from '../../values/decimal.ts';
import type { Chain, Movement } from '../port/chain.ts';
import { BURNED, MINTED, nativeFlows, tokenFlows } from './flows.ts';
import { SYSTEM, WRAPPED_SOL } from './programs.ts';
import type { Meta } from './schema.ts';
import { type Flow, OUTSIDE, settle } from './settle.ts';
import { nativeChanges, type TokenAccount, tokenAccounts, tokenChanges } from './solana-balances.ts';
import { type Step, stepOf } from './steps.ts';
import type { Call } from './transaction-message.ts';

/** A transaction that succeeded, with all its instructions in the order they ran. */
export interface Executed {
  readonly keys: readonly string[];
  readonly meta: Meta;
  readonly calls: readonly Call[];
}

/** An asset, and the address that stands for where it comes from and goes to when that is no holder. */
interface Asset extends Pick<Movement, 'asset' | 'tokenAddress' | 'standard'> {
  readonly decimals: number;
  readonly source: string;
}

/**
 * The movements of a transaction: SOL by account, the greatest first, then tokens by owner as they moved. How much
 * moved is told by the balances, which cannot lie, and who paid whom by the instructions. A token that is minted or
 * wrapped comes from its mint, one that is burned, unwrapped or withheld as a fee goes there.
 */
export function movementsOf(chain: Chain, executed: Executed): Movement[] {
  const steps = executed.calls.map(stepOf).filter((step) => step !== null);
  const accounts = withOpened(tokenAccounts(executed.keys, executed.meta), steps);
  return [...nativeMovements(chain, executed, steps, accounts), ...tokenMovements(executed, steps, accounts)];
}

/** The balances know owners better than the instructions that named them first, but those of old blocks have none. */
function withOpened(accounts: Map<string, TokenAccount>, steps: readonly Step[]): ReadonlyMap<string, TokenAccount> {
  for (const step of steps) {
    if (step.does !== 'open') continue;
    const told = accounts.get(step.account);
    if (told === undefined || told.owner === step.account) accounts.set(step.account, step);
  }
  return accounts;
}

function nativeMovements(
  { nativeSymbol, nativeDecimals }: Chain,
  { keys, meta }: Executed,
  steps: readonly Step[],
  accounts: ReadonlyMap<string, TokenAccount>,
): Movement[] {
  const sol: Asset = {
    asset: nativeSymbol,
    tokenAddress: null,
    standard: 'native',
    decimals: nativeDecimals,
    // Within a transaction lamports are neither made nor lost, but for the rent that accounts paid until 2024.
    source: SYSTEM,
  };
  return settle(nativeChanges(keys, meta), nativeFlows(keys, meta, steps, accounts))
    .sort((a, b) => Number(b.amount - a.amount))
    .map((flow) => movementOf(flow, sol));
}

function tokenMovements(
  { keys, meta }: Executed,
  steps: readonly Step[],
  accounts: ReadonlyMap<string, TokenAccount>,
): Movement[] {
  const moved = [...tokenChanges(keys, meta, accounts)].flatMap(([mint, { standard, decimals, changes }]) => {
    const token: Asset = { asset: mint, tokenAddress: mint, standard, decimals, source: mint };
    const flows = tokenFlows(mint, steps, accounts);
    const total = (of: (flow: Flow) => boolean) => flows.filter(of).reduce((sum, { amount }) => sum + amount, 0n);
    const all = new Map([
      ...changes,
      [MINTED, -total(({ from }) => from === MINTED)],
      [BURNED, total(({ to }) => to === BURNED)],
    ]);
    return settle(all, flows, mint === WRAPPED_SOL).map((flow) => ({ at: flow.at, movement: movementOf(flow, token) }));
  });
  return moved.sort((a, b) => a.at - b.at).map(({ movement }) => movement);
}

const movementOf = ({ from, to, amount }: Flow, { decimals, source, ...asset }: Asset): Movement => ({
  ...asset,
  tokenId: null,
  from: from === MINTED || from === OUTSIDE ? source : from,
  to: to === BURNED || to === OUTSIDE ? source : to,
  amount: fromUnits(amount, decimals),
  ...(from === MINTED && { isMint: true }),
});
