import type { SolanaChain } from '../../../local/chains/recorded/solana-recordings.ts';
import { type Truth, truths } from '../../chains/solana/recorded.ts';
import { netsOf, rawOf } from '../../chains/solana/sums.ts';
import { headlineFact } from './headline.ts';
import { type Expected, type Fact, placeFacts } from './truth.ts';

/** The expected records of a chain: one record for each fee payer, account and owner of a truth. */
export const solanaExpected = (chain: SolanaChain): Expected[] =>
  truths
    .filter(({ truth }) => chain.holding(truth.signature) !== undefined)
    .flatMap(({ file, truth }) =>
      [...partiesOf(truth)].map((address) => ({
        file,
        hash: truth.signature,
        address,
        isTouched: true,
        facts: (record) => [...placeFacts(chain, truth.signature, record), ...factsOf(truth, address, record)],
      })),
    );

const partiesOf = ({ feePayer, solDeltas, tokenDeltas }: Truth): Set<string> =>
  new Set([feePayer, ...solDeltas.map(({ account }) => account), ...tokenDeltas.map(({ owner }) => owner)]);

function factsOf(truth: Truth, address: string, record: Parameters<Expected['facts']>[0]): Fact[] {
  const decimals = new Map(truth.tokenDeltas.map((delta) => [delta.mint, delta.decimals]));
  const nets = netsOf(record.transfers, (asset) => (asset === 'native' ? 9 : (decimals.get(asset) ?? 0)));
  const gained = (asset: string) => nets.get(`${asset} ${address}`) ?? 0n;
  const fee = address === truth.feePayer ? BigInt(truth.fee) : 0n;
  const lamports = truth.solDeltas.find(({ account }) => account === address)?.lamports ?? 0n;
  const tokens = truth.tokenDeltas.filter(({ owner }) => owner === address);
  return [
    { fact: 'SOL', expected: lamports, actual: gained('native') - fee },
    ...tokens.map(({ mint, raw }) => ({ fact: 'tokens', expected: raw, actual: gained(mint) })),
    headlineFact(record, address),
    { fact: 'status', expected: truth.status, actual: record.status },
    { fact: 'sender', expected: truth.feePayer, actual: record.sender },
    { fact: 'fee', expected: BigInt(truth.fee), actual: rawOf(record.feeAmount, 9) },
  ];
}
