import type { Chain, Movement } from '../port/chain.ts';
import { type Amount, assetKey, describe, type Flow, toDecimal } from './asset.ts';
import { type HeldAmount, namingOwners } from './held-amounts.ts';
import { type AssetChanges, unchanged } from './xrp-balances.ts';

/** The amount that a payment delivered, with its sender and receiver. */
export type Delivery = Omit<Flow, 'seenBy' | 'isHeld'>;

/**
 * The movements behind changes of balances. For each account and asset, the movements sum exactly to the change. XRP
 * comes first, with the greatest movement at the head, then the assets that the payment delivered.
 *
 * A payment is a movement of the delivered amount from its sender to its destination, by any path. A sender that paid
 * in another asset bought the delivered asset, so the sellers of the asset pay the sender. For other changes the ledger
 * does not state which loss belongs to which gain. The function pairs them in the order of the entries. The issuer
 * comes last, because the issuer takes transfer fees and the remainders of the rounding to 16 digits.
 *
 * A payment to oneself is a trade: the sellers pay the account, and the account pays itself what it bought.
 * @param held the escrows and payment channels behind the changes.
 */
export function movementsOf(
  chain: Chain,
  balances: readonly AssetChanges[],
  delivery: Delivery | null,
  held: readonly HeldAmount[] = [],
): Movement[] {
  const assets = new Map(balances.map((balance) => [assetKey(balance.asset), copyOf(balance)]));
  const paid = delivery === null ? [] : takeDelivery(assets, delivery);
  const flows = [...paid, ...namingOwners([...assets.values()].flatMap(match), held)];
  const native = flows.filter(({ asset }) => asset.standard === 'native').sort((a, b) => Number(b.units - a.units));
  const others = flows.filter(({ asset }) => asset.standard !== 'native');
  return [...native, ...others].map((flow) => movementOf(chain, flow));
}

export const movementOf = (chain: Chain, { asset, units, from, to, seenBy, isHeld }: Flow): Movement => ({
  ...describe(chain, asset),
  tokenId: null,
  standard: asset.standard,
  from,
  to,
  amount: toDecimal({ asset, units }),
  ...(seenBy && { seenBy }),
  ...(isHeld && { isHeld }),
});

const copyOf = (balance: AssetChanges): AssetChanges => ({ ...balance, changes: new Map(balance.changes) });

/**
 * Takes the delivered amount out of the changes. The remaining changes show how the sender obtained the amount. A
 * balance keeps 16 digits, so the change of the destination can differ from the delivered amount by less than its last
 * digit. The issuer takes this difference.
 */
function takeDelivery(assets: Map<string, AssetChanges>, delivery: Delivery): Flow[] {
  const { from, to } = delivery;
  const parts = partsOf([...assets.values()], delivery);
  if (from === to) return delivered(parts, delivery);
  for (const { asset, units } of parts) {
    const entry = assets.get(assetKey(asset)) ?? unchanged(asset);
    assets.set(assetKey(asset), entry);
    const change = (account: string, by: bigint) => entry.changes.set(account, (entry.changes.get(account) ?? 0n) + by);
    // A sender that only passes the asset on has no change in the asset, so the sender takes the difference.
    const bearer = (entry.changes.get(from) ?? 0n) === 0n ? from : asset.issuer;
    change(from, units);
    change(to, -units);
    const left = entry.changes.get(to) ?? 0n;
    if (left === 0n || asset.issuer === to || !isRounding(left, to, entry)) continue;
    change(to, -left);
    change(bearer, left);
  }
  return delivered(parts, delivery);
}

/** The part of an amount that an account gained. A difference by rounding counts as the whole amount. */
export function arrivedAt(account: string, asked: Amount, balances: readonly AssetChanges[]): Amount {
  const entry = balances.find(({ asset }) => assetKey(asset) === assetKey(asked.asset));
  const gain = entry?.changes.get(account) ?? 0n;
  return { asset: asked.asset, units: entry && isRounding(asked.units - gain, account, entry) ? asked.units : gain };
}

/** Whether the ledger may have rounded this difference out of the change of an account. */
function isRounding(difference: bigint, account: string, { rounding }: AssetChanges): boolean {
  const lastDigit = rounding.get(account) ?? 1n;
  return difference < lastDigit && -difference < lastDigit;
}

/**
 * The assets of a delivery. An amount whose issuer is one of the two parties means the currency of any issuer that the
 * party trusts. In that case, the gains of the destination show the issuers.
 * @see
 *   https://xrpl.org/docs/references/protocol/transactions/types/payment#special-issuer-values-for-sendmax-and-amount
 */
function partsOf(balances: readonly AssetChanges[], { asset, units, from, to }: Delivery): Amount[] {
  const isAnyIssuer = asset.standard === 'issued' && (asset.issuer === from || asset.issuer === to);
  const gains = balances
    .filter((balance) => isAnyIssuer && balance.asset.standard === 'issued' && balance.asset.code === asset.code)
    .map((balance) => ({ asset: balance.asset, units: balance.changes.get(to) ?? 0n }))
    .filter((gain) => gain.units > 0n);
  const parts: Amount[] = [];
  let rest = units;
  for (const gain of gains) {
    const part = gain === gains.at(-1) ? rest : lesser(gain.units, rest);
    if (part > 0n) parts.push({ asset: gain.asset, units: part });
    rest -= part;
  }
  return parts.length === 0 ? [{ asset, units }] : parts;
}

/**
 * One flow per asset. A payment that redeems one party's currency and issues the other party's currency is one flow in
 * the asset that the payment names.
 */
function delivered(parts: readonly Amount[], { asset, from, to }: Delivery): Flow[] {
  const own = parts.filter((part) => part.asset.issuer === from || part.asset.issuer === to);
  if (own.length < 2) return parts.map((part) => ({ ...part, from, to }));
  const others = parts.filter((part) => !own.includes(part));
  const units = own.reduce((sum, part) => sum + part.units, 0n);
  return [{ asset, units }, ...others].map((part) => ({ ...part, from, to }));
}

/** Pairs the accounts that lost an asset with the accounts that gained it. */
function match({ asset, changes }: AssetChanges): Flow[] {
  const issuerLast = [...changes].sort(([a], [b]) => Number(a === asset.issuer) - Number(b === asset.issuer));
  const gains = issuerLast.filter(([, units]) => units > 0n).map(([account, units]) => ({ account, units }));
  const flows: Flow[] = [];
  let next = 0;
  for (const [from, change] of issuerLast) {
    for (let lost = -change; lost > 0n; ) {
      const gain = gains[next];
      if (gain === undefined) break;
      const units = lesser(gain.units, lost);
      flows.push({ asset, from, to: gain.account, units });
      gain.units -= units;
      lost -= units;
      if (gain.units === 0n) next += 1;
    }
  }
  return flows;
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
