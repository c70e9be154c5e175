import { afterAll, describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import { chainsAt } from '../../lib/chains/chain-wiring.ts';
import type { DecodedTransaction } from '../../lib/chains/port/chain.ts';
import { chainOf, type Family } from '../../lib/chains/registry.ts';
import { decodedDraft } from '../../lib/transactions/decoded-draft.ts';
import type { Draft } from '../../lib/transactions/store.ts';
import { touchedBy } from '../../lib/transactions/view.ts';
import { truths } from '../chains/evm/truths.ts';
import { quiet } from '../support/quiet.ts';
import { evmNets } from '../support/raw-headlines/evm.ts';
import { headlineFrom, type RawHeadline, type RawNet } from '../support/raw-headlines/rule.ts';
import { solanaNets } from '../support/raw-headlines/solana.ts';
import { xrpNets } from '../support/raw-headlines/xrp.ts';
import { Matches } from '../support/recorded-chain/matches.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { uuid } from '../support/records.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { filesOf, textOf } from '../support/sources.ts';
import { type RecordedSet, recordedSets, recordedSetsBeside } from './recorded-sets.ts';

quiet();
const { node } = rpcNodes();
const { signal } = new AbortController();

const table: string[] = ['Headlines of recorded transactions, as the raw answers of nodes state them:'];
afterAll(() => {
  process.stdout.write(`${table.join('\n')}\n`);
});

const SMALL = 'less than the rent, which leaves an account of wrapped SOL as it closes, counts as rent';
const PASSED = 'a program passes rent on by way of another account, and the record names its payer';
const BOTH = 'one payment redeems the currency of one end and issues that of the other; the record states the sum';
const EITHER = 'the payment means the currency of any issuer, and the balances name the issuer';
const TIE = 'two sums are equal, and the ledger states no order';
/** Where the truth says something else for a known reason. All other headlines must match. */
const EXPLAINED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    [
      SMALL,
      '2X4vKsDS56avumw6jh6Z5wj28GNvK5UkMfY1Ta2Mtouic886EGAraa1gsCJ5rkXyHCeL9p2wHRty3QHAhjf352Dp',
      '3xTPAZxmpwd8GrNEKApaTw6VH4jqJ31WFXUvQzgwhR7c',
      '86KSdCfcqnJo9TCLFi3zxsJAJzvx9QU7oEPd6Fn5ZPom',
      'Ffqao4nxSvgaR5kvFz1F718WaxSv6LnNfHuGqFEZ8fzL',
    ],
    [
      SMALL,
      '2nLWcmrav8ZinvmsYz35kh3w5rMo1sokzmHdmkXjYhKYt762n67Q21xEuTG2rGGNJYDJ63nCHWmgXeYL3U8PHasK',
      'Cyv6u8wzt1tyqeUftA7HqzD6BAwdzPQjyUZ77PNRX7q2',
      'HQd6KuZ1JjHDLkNmsX7dwdobHPZ4VkXHwRCjGenbwCzq',
    ],
    [
      PASSED,
      '46EjHWXxT5CtibzFz7eyB3g8F6mpHMjzkZgW1E8H2jhoCsseAo9pFvi42XafzxztDAb2oYL8ZQ2yVsrvPm6NNwSB',
      'BD3AXNJ9xmvLPsYA79hSf5Snt4WZwesPK2RZwR8kv3oS',
    ],
    [
      PASSED,
      '4ecKm513Wi1axUwehXeWbXUk8gQxkAPPJG2Jn87DtWBoZ5mN9R8UyurTbCsTVmbH5UUasYEsykCjaJP8ucMTpQoo',
      'GEh1BykeeCSrrjreChtChxcpwfdou3SgK91BDcah33BR',
    ],
    [
      BOTH,
      '8EE52E8CC50AB0841A34E755E882BBC50F855A750AC954D7E7050E71672BE77E',
      'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      'rPMh7Pi9ct699iZUTWaytJUoHcJ7cgyziK',
    ],
    [EITHER, '1EEB374FD26A0878264912F3AE9494ECE616EDE3FC20BB4E58053700CB97B7A5', 'rGgLvja92ph7WX8Q3Hg9Sj1eKRsdn8igFm'],
    [TIE, '7A58A10737960AB339DE336ED0CBBC8AA8B663A686EF7F978608BBF513A4083E', 'r42Ccnr9HS77UciZ8kkUe3dRsY7tXqm5M3'],
  ].flatMap(([why = '', hash, ...addresses]) => addresses.map((address) => [`${hash} ${address} headline`, why])),
);

/** The decimals that the recorded nodes state, by contract. */
const decimals = new Map(
  truths.flatMap(({ truth }) =>
    truth.tokenTransfers.map((token) => [token.contract.toLowerCase(), token.decimals ?? null] as const),
  ),
);

/** The sums of an address; null where the raw answers do not decide them. */
type NetsOf = (address: string) => readonly RawNet[] | null;

/** Reads a transaction from the answers of the node, without the decoders. */
const readers: Readonly<Record<Family, (set: RecordedSet, hash: string) => NetsOf>> = {
  evm({ id, methods }, hash) {
    const [transaction, receipt, trace] = [
      methods.eth_getTransactionByHash?.([hash]),
      methods.eth_getTransactionReceipt?.([hash]),
      methods.debug_traceTransaction?.([hash]) ?? undefined,
    ];
    const { wrappedToken } = chainOf(id);
    const nets = evmNets({ transaction, receipt, trace }, wrappedToken, (token) => decimals.get(token) ?? null);
    return (address) => nets.get(address.toLowerCase()) ?? [];
  },
  solana({ methods }, hash) {
    const nets = solanaNets(methods.getTransaction?.([hash]));
    return (address) => {
      const { nets: own = [], isUndecided = false } = nets.get(address) ?? {};
      return isUndecided ? null : own;
    };
  },
  xrp({ methods }, hash) {
    const nets = xrpNets(methods.tx?.([{ transaction: hash }]));
    return (address) => (nets.has(address) ? (nets.get(address) ?? null) : []);
  },
};

type Transfer = Draft['transfers'][number];
/** The asset of a transfer, as the truths name it. */
const assetOf: Readonly<Record<Family, (transfer: Transfer) => string>> = {
  evm: ({ tokenAddress, tokenId }) => `${tokenAddress?.toLowerCase()}${tokenId === null ? '' : ` ${tokenId}`}`,
  solana: ({ tokenAddress }) => String(tokenAddress),
  xrp: ({ standard, tokenAddress, tokenId, asset }) =>
    standard === 'issued' ? `${asset} ${tokenAddress}` : tokenId === null ? String(tokenAddress) : `nft:${tokenId}`,
};

/** Compares the headline of the record of an address with the raw answers, and leaves out what these do not state. */
function compare(matches: Matches, about: string, family: Family, truth: RawHeadline | null, record: Draft): void {
  const { transfers, tokenSymbol, tokenAmount, direction, fromAddress, toAddress } = record;
  if (truth === null) {
    matches.compare(about, 'headline', '0', tokenAmount);
    return;
  }
  const shown = transfers.filter(({ asset }) => asset === tokenSymbol);
  const assets = shown.map((each) => (each.standard === 'native' ? 'native' : assetOf[family](each)));
  const { sign, other, amount, decimals: digits, rounding = 0n } = truth;
  const units = BigInt(new Big(tokenAmount).times(new Big(10).pow(digits ?? 0)).toFixed(0));
  const isClose = units - amount <= rounding && amount - units <= rounding;
  const isOwn = (address: string | null) => (address !== null && family === 'evm' ? address.toLowerCase() : address);
  const otherShown = sign > 0 ? isOwn(fromAddress) : isOwn(toAddress);
  const wanted = { asset: truth.asset, amount, sign, other };
  const isItself = fromAddress === toAddress;
  const signShown = isItself ? 0 : direction === 'inbound' ? 1 : -1;
  matches.compare(about, 'headline', wanted, {
    asset: assets.includes(truth.asset) ? truth.asset : assets[0],
    amount: isClose ? amount : units,
    // What cancels has no direction.
    sign: sign === 0 || (isItself && isOwn(fromAddress) === other) ? sign : signShown,
    other: sign === 0 || other === null || record.txType === 'contract_deploy' ? other : otherShown,
  });
}

/** Compares the headlines of all records of a set. */
async function compared(set: RecordedSet) {
  const { id, chain, methods, isTraced } = set;
  const { family } = chainOf(id);
  const { url } = await node(new RecordedNode(methods).listener);
  const reader = chainsAt({ [id]: thrice(url) }).reader(id);
  const matches = new Matches(EXPLAINED);
  const count = { records: 0, undecided: 0 };
  for (const link of chain.links) {
    const block = isTraced ? await reader.tracedBlock?.(link, signal) : await reader.block(link.height, signal);
    const recorded = new Set(link.content.hashes);
    for (const { hash, decode } of block?.transactions ?? []) {
      if (!recorded.has(hash)) continue;
      const { transaction } = await decode(signal);
      const netsOf = readers[family](set, hash);
      for (const address of new Set(touchedBy(transaction))) {
        const nets = netsOf(address);
        count.records += 1;
        if (nets === null) count.undecided += 1;
        else compare(matches, `${hash} ${address}`, family, headlineFrom(nets), recordOf(transaction, address));
      }
    }
  }
  return { matches, ...count };
}

const recordOf = (transaction: DecodedTransaction, address: string): Draft =>
  decodedDraft(transaction, { walletId: uuid(2), address }, new Map(), { source: 'watch', blockHash: null });

describe('the headline of a recorded transaction', () => {
  it('has a truth that no code of the product derives', () => {
    const files = filesOf('test/support/raw-headlines');
    expect(files).toHaveLength(5);
    const imported = files.flatMap((file) => [...textOf(file).matchAll(/ from '(\.[^']*)'/g)].map(([, from]) => from));
    expect(new Set(imported)).toEqual(new Set(['./rule.ts', './solana-steps.ts']));
  });

  it.each([...recordedSets(), ...recordedSetsBeside()])(
    'is the net movement that the raw answers state: $title',
    async (set) => {
      const { matches, records, undecided } = await compared(set);
      table.push(`  ${set.title}: ${records} records, of which ${undecided} are undecided`, ...matches.lines());
      expect(matches.unexplained).toEqual([]);
      expect(undecided).toBeLessThan(records / 10);
    },
  );
});
