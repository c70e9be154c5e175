import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { transactionAnswer } from '../../../lib/chains/xrp/schema.ts';
import { decodeTransaction } from '../../../lib/chains/xrp/xrp-decode.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { answerOf, type Recorded, type Truth, truths } from './recorded.ts';
import { compared, gained } from './sums.ts';

const xrp = chainOf('xrp');

/** A fact of a transaction: the expected value, and the value that the decoder gives. */
interface Fact {
  readonly fact: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * A balance keeps 16 digits, so the delivered amount and the gain of a large balance can differ in the last digit. The
 * expected facts contain both values. The movement to the destination has the delivered amount.
 */
const ROUNDED = 'the ledger rounded the balance to 16 digits; the movement has the delivered amount';
/** The reasons for known mismatches, by file and fact. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'tx/145-real-partial-1.json balance of r4L6ZLHkTytPqDR81H1ysCr6qGv9oJJAKi: EUR': ROUNDED,
  'tx/146-real-partial-2.json balance of r4L6ZLHkTytPqDR81H1ysCr6qGv9oJJAKi: EUR': ROUNDED,
  'tx/147-real-partial-3.json balance of r4L6ZLHkTytPqDR81H1ysCr6qGv9oJJAKi: EUR': ROUNDED,
};

function decode(recorded: Recorded): DecodedTransaction {
  const { hash, ledgerIndex, time } = recorded;
  const answer = answerOf(recorded);
  if (ledgerIndex !== null && time !== null) {
    const found = transactionAnswer(hash).parse({ ...answer, hash });
    if (found === null)
      throw new Error('the parser takes the recorded transaction for a transaction that is not validated');
    return decodeTransaction(xrp, found.raw, found.ledger);
  }
  // Some recordings lack the index or the time of the ledger.
  const ledger = { height: ledgerIndex ?? 0, timestamp: time ?? '1970-01-01T00:00:00.000Z' };
  return decodeTransaction(xrp, { hash, fields: answer.tx_json, meta: answer.meta }, ledger);
}

/** The truths state the tag of the transaction itself. A claim also has the tag of its channel. */
const tagOf = (truth: Truth, decoded: DecodedTransaction): Fact => ({
  fact: 'destination tag',
  expected: truth.destinationTag,
  actual: decoded.destinationTag ?? null,
});
const referenceOf = ({ references = [] }: DecodedTransaction, kind: string) =>
  references.find((reference) => reference.kind === kind)?.value;

function factsOf({ hash, ledgerIndex, time, truth }: Recorded, decoded: DecodedTransaction): Fact[] {
  return [
    { fact: 'hash', expected: hash, actual: decoded.hash },
    ...(ledgerIndex === null ? [] : [{ fact: 'ledger', expected: ledgerIndex, actual: decoded.blockNumber }]),
    ...(time === null ? [] : [{ fact: 'time', expected: time, actual: decoded.blockTimestamp }]),
    { fact: 'result', expected: truth.status === 'success', actual: decoded.status === 'success' },
    { fact: 'sender', expected: truth.account, actual: decoded.fromAddress },
    { fact: 'destination', expected: truth.destination, actual: decoded.toAddress },
    ...(truth.type === 'PaymentChannelClaim' ? [] : [tagOf(truth, decoded)]),
    { fact: 'source tag', expected: truth.sourceTag?.toString(), actual: referenceOf(decoded, 'source_tag') },
    { fact: 'fee', expected: truth.fee, actual: decoded.feeAmount },
    { fact: 'type', expected: truth.type, actual: decoded.methodName ?? 'Payment' },
    ...deliveryOf(truth, decoded),
    ...truth.balanceChanges.flatMap(({ account, balances }) =>
      compared(decoded, account, balances).map(({ asset, expected, actual }) => ({
        fact: `balance of ${account}: ${asset.split(' ')[0]}`,
        expected,
        actual,
      })),
    ),
    ...tokensOf(truth, decoded),
    ...movesOf(truth, decoded),
  ];
}

/** Who paid whom through an escrow or a payment channel, and all movements of NFTokens. */
function movesOf({ moves }: Truth, { movements }: DecodedTransaction): Fact[] {
  const actual = movements.map(({ asset, tokenId, from, to, amount }) => ({ asset, tokenId, from, to, amount }));
  const nfts = (all: typeof actual) => all.filter(({ tokenId }) => tokenId !== null);
  return [
    ...moves.map((move) => ({
      fact: 'move',
      expected: move,
      actual: actual.find((each) => isDeepStrictEqual(each, move)) ?? actual,
    })),
    { fact: 'tokens', expected: nfts(moves), actual: nfts(actual) },
  ];
}

/** The facts of the payment to the destination. */
function deliveryOf({ delivered, account, destination }: Truth, decoded: DecodedTransaction): Fact[] {
  if (delivered === undefined || destination === null) return [];
  const { fromAddress, toAddress, tokenSymbol, tokenAmount } = viewOf(decoded, destination, () => false);
  const asset = 'currency' in delivered ? (delivered.symbol ?? delivered.currency) : delivered.mpt_issuance_id;
  const expected = { from: account, to: destination, asset, amount: delivered.value };
  const lookedUp = viewOf(decoded, null, () => false);
  return [
    {
      fact: 'looked-up delivery',
      expected,
      actual: {
        from: lookedUp.fromAddress,
        to: lookedUp.toAddress,
        asset: lookedUp.tokenSymbol,
        amount: lookedUp.tokenAmount,
      },
    },
    {
      fact: 'delivered',
      expected,
      actual: { from: fromAddress, to: toAddress, asset: tokenSymbol, amount: tokenAmount },
    },
  ];
}

/**
 * The facts of multi-purpose tokens: the balances of holders and the debts of issuers. The expected facts omit a
 * previous amount of zero.
 */
function tokensOf({ mpt, delivered }: Truth, decoded: DecodedTransaction): Fact[] {
  const movements = decoded.movements.filter(({ standard }) => standard === 'MPT');
  return mpt.flatMap(({ entry, kind, account, id, final = '0', previous }) => {
    const isKnown =
      previous !== undefined || kind === 'CreatedNode' || (delivered !== undefined && entry === 'MPToken');
    if (!isKnown) return [];
    const change = BigInt(final) - BigInt(previous ?? '0');
    const held = entry === 'MPToken' ? change : -change;
    const actual = gained(
      movements.filter(({ asset }) => id === undefined || asset === id),
      account,
    );
    return [{ fact: `balance of ${account}: MPT`, expected: held.toString(), actual: actual.toFixed() }];
  });
}

const kindOf = ({ fact }: Fact) => fact.split(' ')[0] ?? fact;
const isMatch = ({ expected, actual }: Fact) => JSON.stringify(expected) === JSON.stringify(actual);

describe('decodeTransaction, on recorded XRP transactions,', () => {
  const table = new Map<string, { matched: number; expected: number }>();
  const missed: string[] = [];
  afterAll(() => {
    const counts = [...table.values()];
    const total = (of: 'matched' | 'expected') => counts.reduce((sum, count) => sum + count[of], 0);
    const rows = [...table].map(([kind, { matched, expected }]) => `  ${kind.padEnd(12)} ${matched} of ${expected}`);
    const all = `  ${'all'.padEnd(12)} ${total('matched')} of ${total('expected')}`;
    process.stdout.write(`${['Facts of recorded XRP transactions matched:', ...rows, all, ...missed].join('\n')}\n`);
  });

  it.each(truths)('gives the expected facts of $file ($why)', (recorded) => {
    const unexplained: Fact[] = [];
    for (const fact of factsOf(recorded, decode(recorded))) {
      const count = table.get(kindOf(fact)) ?? { matched: 0, expected: 0 };
      table.set(kindOf(fact), { matched: count.matched + Number(isMatch(fact)), expected: count.expected + 1 });
      if (isMatch(fact)) continue;
      const where = `${recorded.file} ${fact.fact}`;
      missed.push(
        `  missed ${where}: got ${fact.actual}, expected ${fact.expected}; ${EXPLAINED[where] ?? 'no known reason'}`,
      );
      if (EXPLAINED[where] === undefined) unexplained.push(fact);
    }
    expect(unexplained).toEqual([]);
  });

  it('has expected facts for every recording', () => {
    const folder = (name: string) =>
      readdirSync(new URL(`../../fixtures/xrp/${name}/`, import.meta.url)).map((file) => `${name}/${file}`);
    expect(truths.map(({ file }) => file).sort()).toEqual([...folder('tx'), ...folder('tx-unverified')].sort());
  });
});
