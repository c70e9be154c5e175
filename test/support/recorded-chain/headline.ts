import Big from 'big.js';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import type { Fact } from './truth.ts';

type Transfer = StoredTransaction['transfers'][number];

/**
 * What the owner of an address would say that a transaction did: computed from the ends of its transfers, and not from
 * what the record says of directions. XRP and Solana state rent and self-payments, so the oracle knows both.
 */
function told(transfers: readonly Transfer[], address: string) {
  const some = transfers.filter(({ amount }) => new Big(amount).gt(0));
  const paid = some.filter(({ isRent }) => isRent !== true);
  const counted = paid.length > 0 ? paid : some.length > 0 ? some : transfers;
  const assets = new Map<string, Transfer[]>();
  for (const transfer of counted) {
    const name =
      transfer.standard === 'native' ? 'coin' : `${transfer.tokenAddress} ${transfer.asset} ${transfer.tokenId}`;
    assets.set(name, [...(assets.get(name) ?? []), transfer]);
  }
  const gives = ({ from, senders = [from] }: Transfer) => senders.includes(address);
  const totals = [...assets].map(([name, legs], place) => {
    const total = (of: (leg: Transfer) => string | null) => {
      let [got, gave] = [new Big(0), new Big(0)];
      for (const leg of legs) {
        const part = new Big(of(leg) ?? 0);
        if (leg.to === address) got = got.plus(part);
        if (gives(leg)) gave = gave.plus(part);
      }
      return { net: got.minus(gave), got };
    };
    const isPriced = legs.every(({ valueUsd }) => valueUsd !== null);
    const { net, got } = total(({ amount }) => amount);
    const usd = total(({ valueUsd }) => valueUsd);
    const isRaw = legs.some((leg) => leg.isRaw === true);
    return { name, legs, place, net, got, isRaw, usd: isPriced ? usd : null };
  });
  const moving = totals.filter(({ net }) => !net.eq(0));
  const isStill = moving.length === 0;
  const ranked = (isStill ? totals : moving).map((each) => ({
    ...each,
    size: isStill ? each.got : each.net.abs(),
    worth: each.usd === null ? null : isStill ? each.usd.got : each.usd.net.abs(),
  }));
  const tokens = ranked
    .filter(({ name }) => name !== 'coin')
    .sort((a, b) => {
      if (a.worth !== null && b.worth !== null) return b.worth.cmp(a.worth) || a.place - b.place;
      if (a.worth !== null || b.worth !== null) return a.worth === null ? 1 : -1;
      return Number(a.isRaw) - Number(b.isRaw) || b.size.cmp(a.size) || a.place - b.place;
    });
  const [greatest] = tokens;
  const back = tokens.find(
    ({ net, worth }) => net.gt(0) && greatest?.worth != null && worth?.gte(greatest.worth.times('0.99')),
  );
  const token = greatest?.net.lt(0) ? (back ?? greatest) : greatest;
  const coin = ranked.find(({ name }) => name === 'coin');
  const isTip = coin?.worth != null && token?.worth != null && coin.worth.times(100).lt(token.worth);
  const chosen = coin === undefined || isTip ? token : coin;
  if (chosen === undefined) return undefined;
  const { legs, net, size } = chosen;
  const onSide = legs.filter((leg) =>
    isStill ? true : net.gt(0) ? leg.to === address && !gives(leg) : gives(leg) && leg.to !== address,
  );
  const largest = onSide.reduce<Transfer | undefined>(
    (a, b) => (a === undefined || new Big(b.amount).gt(a.amount) ? b : a),
    undefined,
  );
  if (largest === undefined) return undefined;
  // What the ledger held for the owner comes from the owner.
  const ends = largest.isHeld === true ? { from: address, to: address } : { from: largest.from, to: largest.to };
  return { asset: largest.asset, amount: size.toFixed(), ...ends };
}

/** The fact that the record of an address shows its net movement. A deploy names its deployer. */
export function headlineFact(record: StoredTransaction, address: string): Fact {
  const { tokenSymbol, tokenAmount, fromAddress, toAddress, txType, sender, called } = record;
  // A payment to oneself is a conversion, of which the payment is the result.
  const itself = record.transfers.filter(({ from, to }) => txType === 'transfer' && from === to && from === sender);
  const expected = told(sender === called && itself.length > 0 ? itself : record.transfers, address);
  const ends = txType === 'contract_deploy' ? {} : { from: fromAddress, to: toAddress };
  const actual = { asset: tokenSymbol, amount: tokenAmount, ...ends };
  if (expected === undefined) return { fact: 'headline', expected: '0', actual: tokenAmount };
  const { from, to: receiver, ...moved } = expected;
  // A payment names its receiver, where traders took what the payer gave.
  const isPayment = txType === 'transfer' && from === sender;
  const isStated = record.transfers.some((transfer) => transfer.from === sender && transfer.to === called);
  const to = isPayment && isStated ? called : receiver;
  return { fact: 'headline', expected: { ...moved, ...(txType === 'contract_deploy' ? {} : { from, to }) }, actual };
}
