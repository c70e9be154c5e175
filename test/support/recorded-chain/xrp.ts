import * as z from 'zod';
import { recordedLedger } from '../../../local/chains/recorded-ledger.ts';
import { answerOf, ledgers, truths } from '../../chains/xrp/recorded.ts';
import { type Content, type Link, MadeChain } from './made-chain.ts';
import { type Method, STALE_BY } from './node.ts';

const Meta = z.looseObject({ TransactionIndex: z.number() });
const Transaction = z.object({ hash: z.string(), tx_json: z.looseObject({}), meta: Meta });
type Transaction = z.output<typeof Transaction>;
const Ledger = z.object({ ledger: z.object({ close_time: z.number(), transactions: z.array(Transaction) }) });

export interface XrpContent extends Content {
  /** Seconds since 2000, the Ripple epoch. */
  readonly closeTime: number;
  /** In the shape of API version 2. */
  readonly transactions: readonly Transaction[];
}
export type XrpChain = MadeChain<XrpContent>;

const RIPPLE_EPOCH = 946_684_800;

function contentOf(closeTime: number, listed: readonly Transaction[]): XrpContent {
  const transactions = listed.toSorted((a, b) => a.meta.TransactionIndex - b.meta.TransactionIndex);
  const hashes = transactions.map(({ hash }) => hash);
  return { hashes, timestamp: new Date((closeTime + RIPPLE_EPOCH) * 1000).toISOString(), closeTime, transactions };
}

/**
 * A recorded ledger, `ledgers/<file>`, or a recorded transaction in any other folder as a ledger of its own; one that was
 * published without a time closes at the epoch.
 */
export function xrpContent(file: string): XrpContent {
  if (file.startsWith('ledgers/')) {
    const raw = ledgers.find((each) => `ledgers/${each.file}` === file)?.raw;
    const { ledger } = Ledger.parse(recordedLedger(raw).answer('expanded'));
    return contentOf(ledger.close_time, ledger.transactions);
  }
  const recorded = truths.find((each) => each.file === file);
  if (recorded === undefined) throw new Error(`${file} is not recorded`);
  const { tx_json, meta } = answerOf(recorded);
  const closeTime = recorded.time === null ? 0 : Date.parse(recorded.time) / 1000 - RIPPLE_EPOCH;
  const transaction = { hash: recorded.hash, tx_json, meta: { ...Object(meta), TransactionIndex: 0 } };
  return contentOf(closeTime, [Transaction.parse(transaction)]);
}

/** Every recorded ledger, and the transactions that are in none of them. */
export function allXrpContents(): XrpContent[] {
  const recorded = ledgers.map(({ file }) => xrpContent(`ledgers/${file}`));
  const included = new Set(recorded.flatMap(({ hashes }) => hashes));
  return [...truths.filter(({ hash }) => !included.has(hash)).map(({ file }) => xrpContent(file)), ...recorded];
}

export const xrpChain = (contents: readonly XrpContent[], first = 90_000_000): XrpChain =>
  contents.reduce(
    (chain, content) => chain.append(content),
    new MadeChain<XrpContent>(first, (digest) => digest.toString('hex').toUpperCase()),
  );

const Asked = z.tuple([
  z.looseObject({
    ledger_index: z.union([z.int(), z.literal('validated')]).optional(),
    ledger_hash: z.string().optional(),
    transaction: z.string().optional(),
    transactions: z.boolean().default(false),
    expand: z.boolean().default(false),
  }),
]);

const refusal = (error: string) => ({ status: 'error', error, error_code: 21 });

const placed = ({ height, hash, content }: Link<XrpContent>) => ({
  ledger_index: height,
  ledger_hash: hash,
  close_time_iso: content.timestamp,
});
const headerOf = (link: Link<XrpContent>) => ({
  ...placed(link),
  parent_hash: link.parentHash,
  close_time: link.content.closeTime,
  closed: true,
  /** Root of the tree of transactions, which nobody can check against what is in it without serialising them all. */
  transaction_hash: link.content.hashes.length === 0 ? '0'.repeat(64) : link.hash,
});

/** The JSON-RPC methods of a server of this chain; refusals are results, as rippled gives them. */
export function xrpMethods(chain: XrpChain): Record<string, Method> {
  return {
    ledger(params, wrong) {
      const [{ ledger_index = 'validated', ledger_hash, transactions, expand }] = Asked.parse(params);
      const newest = wrong === 'stale head' ? chain.head - STALE_BY : chain.head;
      const height = ledger_index === 'validated' ? newest : ledger_index;
      const asked = ledger_hash === undefined ? chain.at(height) : chain.byHash(ledger_hash);
      const link = wrong === 'other block' && asked !== undefined ? chain.beside(asked.height) : asked;
      if (link === undefined) return refusal('lgrNotFound');
      const { hashes, transactions: whole } = link.content;
      // A server that has the ledger, but not yet what is in it, answers the hashes alone.
      const listed =
        expand && wrong !== 'part missing'
          ? whole.map((each) => ({ ...each, ...placed(link), validated: true }))
          : hashes;
      const ledger = { ...headerOf(link), ...(transactions && { transactions: listed }) };
      return { ledger, ledger_hash: link.hash, ledger_index: link.height, validated: true, status: 'success' };
    },
    tx(params) {
      const [{ transaction: hash = '' }] = Asked.parse(params);
      const holding = chain.holding(hash);
      const found = holding?.link.content.transactions[holding.index];
      if (holding === undefined || found === undefined) return refusal('txnNotFound');
      const { link } = holding;
      const tx_json = { ...found.tx_json, date: link.content.closeTime, ledger_index: link.height };
      return { ...found, tx_json, ...placed(link), validated: true, status: 'success' };
    },
  };
}
