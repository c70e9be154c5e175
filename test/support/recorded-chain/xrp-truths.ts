import Big from 'big.js';
import type { XrpChain } from '../../../local/chains/recorded/xrp-recordings.ts';
import { type Recorded, type Truth, truths } from '../../chains/xrp/recorded.ts';
import { compared, gained } from '../../chains/xrp/sums.ts';
import { headlineFact } from './headline.ts';
import { type Expected, type Fact, placeFacts } from './truth.ts';

/**
 * Whether the transaction touches the address. A transfer between two holders does not touch the issuer, because the
 * changes of the two debts of the issuer cancel each other.
 */
function isTouched({ truth }: Recorded, address: string): boolean {
  if ([truth.account, truth.destination].includes(address)) return true;
  if (knownTokens(truth).some(({ account }) => account === address)) return true;
  const totals = new Map<string, Big>();
  for (const { account, balances } of truth.balanceChanges) {
    if (account !== address) continue;
    for (const { currency, value } of balances) totals.set(currency, (totals.get(currency) ?? new Big(0)).plus(value));
  }
  return [...totals.values()].some((total) => !total.eq(0));
}

type Record = Parameters<Expected['facts']>[0];

/** The expected records of a chain: one record for each account of a truth. */
export const xrpExpected = (chain: XrpChain): Expected[] =>
  truths
    .filter(({ hash }) => chain.holding(hash) !== undefined)
    .flatMap((recorded) =>
      [...partiesOf(recorded)].map((address) => ({
        file: recorded.file,
        hash: recorded.hash,
        address,
        isTouched: isTouched(recorded, address),
        facts: (record) => [...placeFacts(chain, recorded.hash, record), ...factsOf(recorded, address, record)],
      })),
    );

/** The token balances for which the truth states the amount before and the amount after. */
const knownTokens = ({ mpt, delivered }: Truth) =>
  mpt.filter(
    ({ previous, kind, entry }) =>
      previous !== undefined || kind === 'CreatedNode' || (delivered !== undefined && entry === 'MPToken'),
  );

function partiesOf({ truth }: Recorded): Set<string> {
  const { account, destination, balanceChanges } = truth;
  const changed = [...balanceChanges, ...knownTokens(truth)].map((change) => change.account);
  return new Set([account, destination, ...changed].filter((party) => party !== null));
}

function factsOf({ truth }: Recorded, address: string, record: Record): Fact[] {
  const balances = truth.balanceChanges
    .filter(({ account }) => account === address)
    .flatMap(({ balances }) => balances);
  const { transfers: movements, sender: fromAddress, feeAmount } = record;
  return [
    { fact: 'status', expected: truth.status === 'success', actual: record.status === 'success' },
    { fact: 'sender', expected: truth.account, actual: fromAddress },
    { fact: 'destination', expected: truth.destination, actual: record.called },
    { fact: 'fee', expected: truth.fee, actual: feeAmount },
    { fact: 'type', expected: truth.type, actual: record.methodName ?? 'Payment' },
    ...compared({ movements, fromAddress, feeAmount }, address, balances).map((balance) => ({
      ...balance,
      fact: 'balance',
    })),
    headlineFact(record, address),
    ...tokenFacts(truth, address, record),
    ...(address === truth.destination ? deliveryFacts(truth, record) : []),
  ];
}

function tokenFacts(truth: Truth, address: string, { transfers }: Record): Fact[] {
  const movements = transfers.filter(({ standard }) => standard === 'MPT');
  return knownTokens(truth)
    .filter(({ account }) => account === address)
    .map(({ entry, id, final = '0', previous = '0' }) => {
      const change = BigInt(final) - BigInt(previous);
      const held = entry === 'MPToken' ? change : -change;
      const ofToken = movements.filter(({ asset }) => id === undefined || asset === id);
      return { fact: 'balance', expected: held.toString(), actual: gained(ofToken, address).toFixed() };
    });
}

/** The facts of the payment to the destination, which may be the sender itself. */
function deliveryFacts({ delivered, account, destination }: Truth, record: Record): Fact[] {
  if (delivered === undefined || destination === null) return [];
  const asset = 'currency' in delivered ? (delivered.symbol ?? delivered.currency) : delivered.mpt_issuance_id;
  const { fromAddress: from, toAddress: to, tokenSymbol, tokenAmount, direction } = record;
  const isInternal = account === destination;
  const expected = [account, destination, asset, delivered.value, isInternal];
  const actual = [from, to, tokenSymbol, tokenAmount, direction === 'internal'];
  return [{ fact: 'delivered', expected, actual }];
}
