import type { Chain, Movement } from '../port/chain.ts';
import { type Amount, type Asset, assetKey, describe, toDecimal } from './asset.ts';
import type { AssetChanges } from './xrp-balances.ts';

/** What a payment delivered, to whom. */
export interface Delivery extends Amount {
  readonly from: string;
  readonly to: string;
}

/** A movement before it is written as text. */
interface Flow {
  readonly asset: Asset;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

/**
 * The movements that make up changes of balances: for each account and asset they sum to its change, to the last digit.
 * XRP comes first, the most of it at the head, then what the payment delivered.
 *
 * A payment is a movement from its sender to its destination of what was delivered, whatever way it took. Where the
 * sender paid in another asset it bought what it delivered, so those who sold it pay the sender. Beyond that the ledger
 * does not tell whose loss is whose gain; they are matched in the order of the entries, and the issuer comes last, for
 * it takes transfer fees and what rounding to 16 digits leaves.
 */
export function movementsOf(chain: Chain, balances: readonly AssetChanges[], delivery: Delivery | null): Movement[] {
  const assets = new Map(balances.map((balance) => [assetKey(balance.asset), copyOf(balance)]));
  const paid = delivery === null ? [] : takeDelivery(assets, delivery);
  const flows = [...paid, ...[...assets.values()].flatMap(match)];
  const native = flows.filter(({ asset }) => asset.standard === 'native').sort((a, b) => Number(b.units - a.units));
  const others = flows.filter(({ asset }) => asset.standard !== 'native');
  return [...native, ...others].map((flow) => ({
    ...describe(chain, flow.asset),
    tokenId: null,
    standard: flow.asset.standard,
    from: flow.from,
    to: flow.to,
    amount: toDecimal(flow),
  }));
}

const copyOf = (balance: AssetChanges): AssetChanges => ({ ...balance, changes: new Map(balance.changes) });

/**
 * Takes what was delivered out of the changes, so that what is left of them is how it came about. A balance keeps 16
 * digits, so the destination's can differ from what was delivered by less than its last digit: that is left to the
 * issuer.
 */
function takeDelivery(assets: Map<string, AssetChanges>, delivery: Delivery): Flow[] {
  const { from, to } = delivery;
  const parts = partsOf([...assets.values()], delivery);
  for (const { asset, units } of parts) {
    const entry = assets.get(assetKey(asset)) ?? { asset, changes: new Map<string, bigint>(), greatest: 0n };
    assets.set(assetKey(asset), entry);
    const change = (account: string, by: bigint) => entry.changes.set(account, (entry.changes.get(account) ?? 0n) + by);
    // A sender that only passed the asset on has no balance in it that could tell otherwise.
    const bearer = (entry.changes.get(from) ?? 0n) === 0n ? from : asset.issuer;
    change(from, units);
    change(to, -units);
    const left = entry.changes.get(to) ?? 0n;
    if (left === 0n || asset.issuer === to || !isRounding(left, entry)) continue;
    change(to, -left);
    change(bearer, left);
  }
  return delivered(parts, delivery);
}

/** Whether a change is less than the last digit of a balance. */
function isRounding(change: bigint, { greatest }: AssetChanges): boolean {
  const lastDigit = 10n ** BigInt(Math.max(greatest.toString().length - 16, 0));
  return change < lastDigit && -change < lastDigit;
}

/**
 * The assets a delivery was made in. An amount whose issuer is one of the two parties means the currency of any issuer
 * that party trusts, so there the destination's gains tell.
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
 * One flow per asset. What redeemed the one party's currency and issued the other's is one, in what the payment named.
 */
function delivered(parts: readonly Amount[], { asset, from, to }: Delivery): Flow[] {
  const own = parts.filter((part) => part.asset.issuer === from || part.asset.issuer === to);
  if (own.length < 2) return parts.map((part) => ({ ...part, from, to }));
  const others = parts.filter((part) => !own.includes(part));
  const units = own.reduce((sum, part) => sum + part.units, 0n);
  return [{ asset, units }, ...others].map((part) => ({ ...part, from, to }));
}

/** Pairs those who lost an asset with those who gained it. */
function match({ asset, changes }: AssetChanges): Flow[] {
  const issuerLast = [...changes].sort(([a], [b]) => Number(a === asset.issuer) - Number(b === asset.issuer));
  const gains = issuerLast.filter(([, units]) => units > 0n).map(([account, units]) => ({ account, units }));
  const flows: Flow[] = [];
  for (const [from, change] of issuerLast) {
    let lost = -change;
    for (const gain of gains) {
      if (lost <= 0n) break;
      const units = lesser(gain.units, lost);
      if (units > 0n) flows.push({ asset, from, to: gain.account, units });
      gain.units -= units;
      lost -= units;
    }
  }
  return flows;
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
