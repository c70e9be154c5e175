import * as z from 'zod';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { AccountsAt, Chain, ChainReader } from '../port/chain.ts';
import type { ReaderOptions } from '../port/family.ts';
import { accountsAtHead, headFinder } from '../port/head.ts';
import { BLOCK, jsonRpc, TRANSACTION } from '../port/rpc.ts';
import { toDecimal, XRP } from './asset.ts';
import { HeadAnswer, headerAnswer, ledgerAnswer } from './ledger.ts';
import { Hash, Integer, LedgerIndex, Refusal, transactionAnswer } from './schema.ts';
import { blockOf } from './xrp-block.ts';
import { decodeTransaction } from './xrp-decode.ts';

/**
 * Reads one network of the XRP Ledger through its JSON-RPC nodes, which are tried in order. A node that keeps only
 * recent ledgers knows neither older ledgers nor their transactions, so an answer is as complete as the history of the
 * node.
 */
export function xrpReader(chain: Chain, urls: readonly string[], options: ReaderOptions = {}): ChainReader {
  const rpc = jsonRpc(chain.id, urls, options);
  const header: ChainReader['header'] = async (height, signal, near) => {
    let without = 0;
    const Answer = headerAnswer(height, () => {
      without += 1;
    });
    try {
      const at = rpc.at({ height, near });
      return await at.send('ledger', [{ ledger_index: height, ...VERSION }], Answer, signal);
    } catch (error) {
      // A node that is behind lacks ledgers that other nodes have. The ledger is missing only when all nodes say so.
      if (without > 0 && without === urls.length) return null;
      throw error;
    }
  };
  const head = headFinder(chain, rpc, HEAD, async (height, signal) => (await header(height, signal)) !== null);
  async function accounts(addresses: readonly string[], { height, hash }: AccountsAt, signal: AbortSignal) {
    const at = rpc.at({ height, near: height });
    const amounts = await mapConcurrent(addresses, AT_ONCE, async (account): Promise<[string, string]> => {
      const request = { account, ledger_hash: hash, ...VERSION };
      const units = await at.send('account_info', [request], accountAnswer(account, { height, hash }), signal);
      return [account, toDecimal({ asset: XRP, units })];
    });
    return { height, amounts: new Map(amounts) };
  }
  return {
    lookup(hash, signal) {
      const request = { transaction: hash, binary: false, ...VERSION };
      const Answer = transactionAnswer(hash).transform(
        (found) => found && decodeTransaction(chain, found.raw, found.ledger),
      );
      return rpc.send('tx', [request], Answer, signal, TRANSACTION);
    },
    head,
    // No index is skipped.
    heights: async (from, to) => Array.from({ length: Math.max(to - from + 1, 0) }, (_, n) => from + n),
    header,
    async block(height, signal) {
      const request = { ledger_index: height, transactions: true, expand: true, ...VERSION };
      const limits = { ...BLOCK, attemptMs: options.attemptMs ?? BLOCK.attemptMs };
      const at = rpc.at({ height, near: height + 1 });
      return blockOf(chain, await at.send('ledger', [request], ledgerAnswer(height), signal, limits));
    },
    contradicted: async (height) => rpc.contradicted(height),
    accounts,
    accountsNow: (addresses, signal) => accountsAtHead(chain, { head, header, accounts }, addresses, signal),
  };
}

/** The accounts that are asked for at once. A public server refuses a client with many calls at once. */
const AT_ONCE = 4;

/**
 * In this version, an answer states the amount that a payment delivered and keeps a transaction apart from its
 * metadata.
 */
const VERSION = { api_version: 2 };

const HEAD = { method: 'ledger', params: [{ ledger_index: 'validated', ...VERSION }], result: HeadAnswer };

/** The request in an answer. rippled repeats the parameters; Clio repeats the whole call. */
const Asked = z.object({ ledger_hash: Hash });
const Request = z.union([Asked, z.object({ params: z.tuple([Asked]) }).transform(({ params: [asked] }) => asked)]);

/**
 * The answer of the method `account_info` for this account in the ledger with this hash: the balance in drops, 0 for no
 * account. Each answer must name the ledger. Clio names the ledger of a missing account in the repeated request alone.
 * @throws Error from its parser when the server refused.
 */
export function accountAnswer(account: string, { height, hash }: { readonly height: number; readonly hash: string }) {
  const ThisLedger = Hash.refine((named) => named === hash, 'is another ledger');
  const Found = z
    .object({
      validated: z.literal(true),
      ledger_hash: ThisLedger,
      ledger_index: LedgerIndex.refine((index) => index === height, 'is another ledger'),
      account_data: z.object({
        Account: z.literal(account),
        Balance: Integer.transform(BigInt),
      }),
    })
    .transform(({ account_data }) => account_data.Balance);
  const Missing = z
    .object({
      error: z.literal('actNotFound'),
      ledger_hash: Hash.optional(),
      request: Request.optional().catch(undefined),
    })
    .refine(({ ledger_hash, request }) => (ledger_hash ?? request?.ledger_hash) === hash, 'is another ledger');
  return z.union([Found, Missing.transform(() => 0n), Refusal]);
}
