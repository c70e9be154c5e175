import * as z from 'zod';
import type { Content, MadeChain } from './made-chain.ts';
import { type Method, RpcError } from './rpc-method.ts';

const Lamports = z.union([z.number(), z.string()]).transform(Number);
const Addresses = z.array(z.string());
/** Some recordings state more of an account than its address. */
const AccountKey = z.union([z.string(), z.object({ pubkey: z.string() }).transform(({ pubkey }) => pubkey)]);
const Executed = z.object({
  transaction: z.object({ message: z.object({ accountKeys: z.array(AccountKey) }) }),
  meta: z.object({
    preBalances: z.array(Lamports),
    postBalances: z.array(Lamports),
    loadedAddresses: z.object({ writable: Addresses, readonly: Addresses }).nullish(),
  }),
});

const Asked = z.tuple([Addresses, z.looseObject({ minContextSlot: z.number().default(0) })]);

const SYSTEM = '11111111111111111111111111111111';

/** How a node refuses to answer from a slot that it does not have yet. */
const SLOT_NOT_REACHED = -32016;

/** A chain with the transactions that nodes state. */
type Executing = MadeChain<Content & { readonly transactions: readonly unknown[] }>;

/** The lamports of an account before and after a transaction. */
interface Balances {
  readonly before: number;
  readonly after: number;
}

interface Change extends Balances {
  readonly slot: number;
}

/** The changes of each account in the transactions of a block, by address. A block is read once, when first asked. */
function changesIn(content: Executing['links'][number]['content']): ReadonlyMap<string, readonly Balances[]> {
  const known = readContents.get(content);
  if (known !== undefined) return known;
  const changes = new Map<string, Balances[]>();
  for (const each of content.transactions) {
    const { transaction, meta } = Executed.parse(each);
    const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
    for (const [at, address] of [...transaction.message.accountKeys, ...writable, ...readonly].entries()) {
      const [before, after] = [meta.preBalances[at], meta.postBalances[at]];
      if (before === undefined || after === undefined) continue;
      const earlier = changes.get(address);
      if (earlier === undefined) changes.set(address, [{ before, after }]);
      else earlier.push({ before, after });
    }
  }
  readContents.set(content, changes);
  return changes;
}

/** A full-size block has thousands of transactions, and a watcher asks for accounts beside every block. */
const readContents = new WeakMap<object, ReadonlyMap<string, readonly Balances[]>>();

const changesOf = (chain: Executing, address: string): Change[] =>
  chain.links.flatMap(({ height: slot, content }) =>
    (changesIn(content).get(address) ?? []).map((balances) => ({ slot, ...balances })),
  );

/**
 * The method `getMultipleAccounts` of a node whose newest final slot is the head. An account has the balance after its
 * last transaction up to the head, or before its first transaction after the head. Nothing is known of an account
 * without a transaction, so such an account does not exist here. Nor are owner and data of an account known.
 */
export const multipleAccounts =
  (chain: Executing): Method =>
  (params) => {
    const [addresses, { minContextSlot }] = Asked.parse(params);
    if (minContextSlot > chain.head) throw new RpcError(SLOT_NOT_REACHED, 'Minimum context slot has not been reached');
    const value = addresses.map((address) => {
      const changes = changesOf(chain, address);
      const past = changes.findLast(({ slot }) => slot <= chain.head)?.after;
      const lamports = past ?? changes[0]?.before ?? 0;
      return lamports === 0 ? null : { lamports, owner: SYSTEM, data: ['', 'base64'] };
    });
    return { context: { slot: chain.head }, value };
  };
