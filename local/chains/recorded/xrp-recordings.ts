import * as z from 'zod';
import { archivedLedger } from './archived-ledger.ts';
import { type Content, type Link, MadeChain } from './made-chain.ts';
import { recordingFiles } from './recording-files.ts';
import { type Method, STALE_BY } from './rpc-method.ts';

const { textOf, pathsIn } = recordingFiles('xrp');
const read = (path: string): unknown => JSON.parse(textOf(path));

const Meta = z.looseObject({ TransactionIndex: z.number() });
const Transaction = z.object({ hash: z.string(), tx_json: z.looseObject({}), meta: Meta });
type Transaction = z.output<typeof Transaction>;
const Ledger = z.object({ ledger: z.object({ close_time: z.number(), transactions: z.array(Transaction) }) });

export interface XrpContent extends Content {
  /** Seconds since 2000, the Ripple epoch. */
  readonly closeTime: number;
  /** In the format of API version 2. */
  readonly transactions: readonly Transaction[];
}
export type XrpChain = MadeChain<XrpContent>;

const RIPPLE_EPOCH = 946_684_800;

function contentOf(closeTime: number, listed: readonly Transaction[]): XrpContent {
  const transactions = listed.toSorted((a, b) => a.meta.TransactionIndex - b.meta.TransactionIndex);
  const hashes = transactions.map(({ hash }) => hash);
  return { hashes, timestamp: new Date((closeTime + RIPPLE_EPOCH) * 1000).toISOString(), closeTime, transactions };
}

/** The recorded transactions. Some were published without a time. */
const recorded = z
  .array(z.object({ file: z.string(), hash: z.string(), time: z.string().nullable() }))
  .parse(read('expected.json'));

const Answer = z.object({
  v2: z.object({ result: z.object({ tx_json: z.looseObject({}), meta: z.looseObject({}) }) }),
});

/**
 * Reads a recorded ledger (`ledgers/<file>`), or a recorded transaction of another folder as the only transaction of a
 * ledger. A transaction without a time gets a ledger that closes at the Ripple epoch.
 */
export function xrpContent(path: string): XrpContent {
  if (path.startsWith('ledgers/')) {
    const { ledger } = Ledger.parse(archivedLedger(read(path)).answer('expanded'));
    return contentOf(ledger.close_time, ledger.transactions);
  }
  const known = recorded.find(({ file }) => file === path);
  if (known === undefined) throw new Error(`${path} is not recorded`);
  return xrpContentOf(known, read(path));
}

/**
 * The content of a ledger with a recorded transaction alone.
 * @param known what the recorded answer may not state.
 */
export function xrpContentOf(known: { hash: string; time: string | null }, answer: unknown): XrpContent {
  const { tx_json, meta } = Answer.parse(answer).v2.result;
  const closeTime = known.time === null ? 0 : Date.parse(known.time) / 1000 - RIPPLE_EPOCH;
  return contentOf(closeTime, [{ hash: known.hash, tx_json, meta: { ...meta, TransactionIndex: 0 } }]);
}

export const xrpLedgers = (): XrpContent[] => pathsIn('ledgers').map(xrpContent);

/** Every recorded ledger, and every recorded transaction that is in none of these ledgers. */
export function allXrpContents(): XrpContent[] {
  const ledgers = xrpLedgers();
  const included = new Set(ledgers.flatMap(({ hashes }) => hashes));
  return [...recorded.filter(({ hash }) => !included.has(hash)).map(({ file }) => xrpContent(file)), ...ledgers];
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
  /**
   * The root of the transaction tree. Any hash will do, because a reader would have to serialise all transactions to
   * check the root.
   */
  transaction_hash: link.content.hashes.length === 0 ? '0'.repeat(64) : link.hash,
});

/** The JSON-RPC methods of a server of this chain. Errors are in the result, as rippled answers them. */
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
      // A server that has the ledger but not yet its transactions answers only the hashes.
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
