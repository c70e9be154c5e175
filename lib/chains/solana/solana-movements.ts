import { fromUnits } from '../../values/decimal.ts';
import type { Chain, Movement } from '../port/chain.ts';
import { BURNED, MINTED, nativeFlows, tokenFlows } from './flows.ts';
import { SYSTEM, WRAPPED_SOL } from './programs.ts';
import type { Meta } from './schema.ts';
import { type Flow, OUTSIDE, settle } from './settle.ts';
import { nativeChanges, type TokenAccount, tokenAccounts, tokenChanges } from './solana-balances.ts';
import { type Step, stepOf } from './steps.ts';
import type { Call } from './transaction-message.ts';

/** A successful transaction with all of its instructions in the order in which they ran. */
export interface Executed {
  readonly keys: readonly string[];
  readonly meta: Meta;
  readonly calls: readonly Call[];
}

/** An asset, and the address that stands for the end of a movement that is no holder. */
interface Asset extends Pick<Movement, 'asset' | 'tokenAddress' | 'standard'> {
  readonly decimals: number;
  readonly source: string;
}

/**
 * The movements of a transaction: SOL by account, the greatest movement first, then tokens by owner in their order. The
 * balances decide the amounts, because programs cannot falsify balances. The instructions decide sender and receiver. A
 * token that is minted or wrapped comes from its mint. A token that is burned, unwrapped or withheld as a fee goes to
 * its mint.
 */
export function movementsOf(chain: Chain, executed: Executed): Movement[] {
  const steps = executed.calls.map(stepOf).filter((step) => step !== null);
  const accounts = withOpened(tokenAccounts(executed.keys, executed.meta), steps);
  return [...nativeMovements(chain, executed, steps, accounts), ...tokenMovements(executed, steps, accounts)];
}

/**
 * Adds the owners that instructions name. The balances state the owner at the end and take precedence, but old balances
 * state no owner.
 */
function withOpened(accounts: Map<string, TokenAccount>, steps: readonly Step[]): ReadonlyMap<string, TokenAccount> {
  for (const step of steps) {
    if (step.does !== 'open') continue;
    const known = accounts.get(step.account);
    if (known === undefined || known.owner === step.account) accounts.set(step.account, step);
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
    // A transaction neither creates nor destroys lamports, except for the rent that accounts paid until 2024.
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
