import { fromUnits } from '../../values/decimal.ts';
import type { Chain, Movement } from '../port/chain.ts';
import type { Executed } from './executed.ts';
import { BURNED, MINTED, nativeFlows, tokenFlows, unwrapperOf, wrapperOf } from './flows.ts';
import { SYSTEM, WRAPPED_SOL } from './programs.ts';
import { withRent } from './rent.ts';
import { type Flow, OUTSIDE, settle } from './settle.ts';
import { type Balances, changesOf } from './solana-balances.ts';

/** An asset, and the address that stands for the end of a movement that is no holder. */
interface Asset extends Pick<Movement, 'asset' | 'tokenAddress' | 'standard'> {
  readonly decimals: number;
  readonly source: string;
}

/**
 * The movements of a transaction: SOL by account, the payments before the rents and the greatest first, then tokens by
 * owner in their order. The balances decide the amounts, because programs cannot falsify balances. The instructions
 * decide sender and receiver. A token that is minted or wrapped comes from its mint. A token that is burned, unwrapped
 * or withheld as a fee goes to its mint. SOL that one address wraps and pays to another comes from the address, and SOL
 * that the receiver unwraps goes to the receiver.
 */
export const movementsOf = (chain: Chain, executed: Executed, balances: Balances): Movement[] => [
  ...nativeMovements(chain, executed, balances),
  ...tokenMovements(executed, balances),
];

function nativeMovements(
  { nativeSymbol, nativeDecimals }: Chain,
  executed: Executed,
  { native, paid }: Balances,
): Movement[] {
  const sol: Asset = {
    asset: nativeSymbol,
    tokenAddress: null,
    standard: 'native',
    decimals: nativeDecimals,
    // A transaction neither creates nor destroys lamports, except for the rent that accounts paid until 2024.
    source: SYSTEM,
  };
  return withRent(settle(changesOf(native, paid), nativeFlows(executed)), executed)
    .sort((a, b) => Number(a.isRent) - Number(b.isRent) || Number(b.amount - a.amount))
    .flatMap((flow) => {
      const movement = movementOf(flow, sol);
      return flow.isRent ? [{ ...movement, isRent: true as const }] : namingOwner(movement, executed);
    });
}

/**
 * A payment of SOL to or from an account of wrapped SOL, with the owner of this account at the other end, as a person
 * would say. The lamports of the account itself change too, which only the account sees.
 */
function namingOwner(movement: Movement, { accounts }: Executed): Movement[] {
  const { from, to } = movement;
  const ownerOf = (account: string): string | null => {
    const known = accounts.get(account);
    return known?.mint === WRAPPED_SOL && known.owner !== account ? known.owner : null;
  };
  const [payer, payee] = [ownerOf(from), ownerOf(to)];
  if (payer === null && payee !== null && payee !== from) {
    return [
      { ...movement, to: payee, seenBy: 'sender' },
      { ...movement, seenBy: 'receiver' },
    ];
  }
  if (payee === null && payer !== null && payer !== to) {
    return [
      { ...movement, from: payer, seenBy: 'receiver' },
      { ...movement, seenBy: 'sender' },
    ];
  }
  return [movement];
}

function tokenMovements(executed: Executed, { tokens }: Balances): Movement[] {
  const moved = [...tokens].flatMap(([mint, { standard, decimals, holdings }]) => {
    const token: Asset = { asset: mint, tokenAddress: mint, standard, decimals, source: mint };
    const flows = tokenFlows(mint, executed);
    const all = changesOf(holdings);
    for (const { from, to, amount } of flows) {
      if (isSource(from)) all.set(from, (all.get(from) ?? 0n) - amount);
      if (isEnd(to)) all.set(to, (all.get(to) ?? 0n) + amount);
    }
    return (
      settle(all, flows)
        // What an account wrapped and unwrapped again has moved nowhere.
        .filter(({ from, to }) => wrapperOf(from) === null || unwrapperOf(to) === null)
        .map((flow) => ({ at: flow.at, movement: movementOf(flow, token) }))
    );
  });
  return moved.sort((a, b) => a.at - b.at).map(({ movement }) => movement);
}

/** Whether tokens come from here that no account held before. */
const isSource = (from: string): boolean => from === MINTED || wrapperOf(from) !== null;
/** Whether tokens go here that no account holds any longer. */
const isEnd = (to: string): boolean => to === BURNED || unwrapperOf(to) !== null;

function movementOf({ from, to, amount }: Flow, { decimals, source, ...asset }: Asset): Movement {
  const [wrapper, unwrapper] = [wrapperOf(from), unwrapperOf(to)];
  // Who wraps SOL and pays with it at once has paid SOL, as the native movement says, and no token.
  const isPaid = wrapper !== null && wrapper !== to;
  const isReceived = unwrapper !== null && unwrapper !== from;
  return {
    ...asset,
    tokenId: null,
    from: isPaid ? wrapper : isSource(from) || from === OUTSIDE ? source : from,
    to: isReceived ? unwrapper : isEnd(to) || to === OUTSIDE ? source : to,
    amount: fromUnits(amount, decimals),
    ...(from === MINTED && { isMint: true }),
    ...(isPaid && { seenBy: 'receiver' }),
    ...(isReceived && { seenBy: 'sender' }),
  };
}
