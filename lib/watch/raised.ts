import { chainOf } from '../chains/registry.ts';
import type { HeldAssets } from '../transactions/held-assets.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { compare, isZero } from '../values/decimal.ts';
import { skipDataErrors } from './data-errors.ts';
import type { Touch } from './touches.ts';
import { givenBy } from './urgency.ts';

/** Wallets whose tokens are asked for at a time. */
const ASKED_AT_ONCE = 32;
/** More than any token has. */
const UNLIMITED = '9'.repeat(78);

/** A token that leaves a wallet, or that its owner approves. */
interface Claim {
  readonly token: string;
  /** Names what is approved or moves: of a collection, one token. */
  readonly name: string;
  readonly amount: string;
}

/**
 * The touches that are urgent because the wallet is known to have held what leaves it or is approved, each with its
 * urgent copy. No stranger's contract makes these at will, unless the wallet has used this contract. But strangers may
 * take an offer of the wallet in crumbs. A token without a known price has no amount that tells value from dust, so of
 * each token, only the greatest of a wallet and block is urgent. One request for each wallet with such a touch.
 * @param touches of one block.
 */
export async function raisedBy(
  held: Pick<HeldAssets, 'among'>,
  touches: readonly Touch[],
): Promise<ReadonlyMap<Touch, Touch>> {
  const asked = touches.flatMap((touch) => {
    const claims = touch.urgency === 'other' ? claimsOf(touch) : [];
    return claims.length > 0 ? [{ touch, claims }] : [];
  });
  const wallets = Map.groupBy(asked, ({ touch: { organisationId, walletId } }) => `${organisationId} ${walletId}`);
  const raised = await mapConcurrent([...wallets.values()], ASKED_AT_ONCE, (own) => greatestHeld(held, own));
  return new Map(raised.flat().map((touch) => [touch, { ...touch, urgency: 'urgent' }]));
}

async function greatestHeld(
  held: Pick<HeldAssets, 'among'>,
  own: readonly { readonly touch: Touch; readonly claims: readonly Claim[] }[],
): Promise<Touch[]> {
  const [first] = own;
  if (first === undefined) return [];
  const { organisationId, walletId, inBlock } = first.touch;
  const { id: chain } = chainOf(inBlock.transaction.chain);
  const tokens = [...new Set(own.flatMap(({ claims }) => claims.map(({ token }) => token)))];
  const fields = { chain, organisation: organisationId, wallet: walletId };
  const known = await skipDataErrors('matches.not_raised', fields, () =>
    held.among(organisationId, { walletId, chain }, tokens),
  );
  const greatest = new Map<string, { readonly touch: Touch; readonly amount: string }>();
  for (const { touch, claims } of own) {
    for (const { token, name, amount } of claims) {
      if (!known?.has(token)) continue;
      const before = greatest.get(name);
      if (before === undefined || compare(amount, before.amount) > 0) greatest.set(name, { touch, amount });
    }
  }
  return [...greatest.values()].map(({ touch }) => touch);
}

function claimsOf({ address, inBlock: { transaction } }: Touch): Claim[] {
  const { movements, approvals = [] } = transaction;
  const moved = movements.flatMap((movement): Claim[] => {
    const { tokenAddress: token, tokenId } = movement;
    return token === null ? [] : [{ token, name: `${token} ${tokenId}`, amount: givenBy(address, movement) }];
  });
  const approved = approvals
    .filter(({ owner, approved }) => owner === address && approved)
    .map(({ tokenAddress: token, tokenId, amount }): Claim => {
      return { token, name: `approval ${token} ${tokenId}`, amount: amount ?? UNLIMITED };
    });
  return [...moved, ...approved].filter(({ amount }) => !isZero(amount));
}
