import { ZeroAddress } from 'ethers';
import * as z from 'zod';
import type {
  BlockHeader,
  BlockTransaction,
  Chain,
  ChainBlock,
  ChainReader,
  DecodedTransaction,
} from '../port/chain.ts';
import { ChainUnavailableError } from '../port/chain-unavailable.ts';
import type { ReaderOptions } from '../port/family.ts';
import { accountsAtHead, headFinder } from '../port/head.ts';
import { BLOCK, TRANSACTION } from '../port/rpc.ts';
import { balanceReader } from './balances.ts';
import { type BlockTracer, hurriedBlockTracer, patientBlockTracer } from './block-tracer.ts';
import type { CallTrace, ValueCall } from './call-trace.ts';
import { type Delegations, delegationReader } from './delegations.ts';
import { effectTokenReader } from './effect-tokens.ts';
import { blockAnswer, headerAnswer, headerOf, partiesOf, type Raw, type RawExecution } from './evm-block.ts';
import { decodeTransaction, type Effects, type Ended, withEnds } from './evm-decode.ts';
import { evmRpc } from './evm-rpc.ts';
import { logEffects, tokensIn } from './log-effects.ts';
import { readFeed } from './price-feed.ts';
import { receiptReader } from './receipts.ts';
import { implementationReader } from './safe-slot.ts';
import { EvmLink, EvmReceipt, EvmTransaction, ExecutedReceipt, ExecutedTransaction, Height } from './schema.ts';
import { evmTokenReader } from './tokens.ts';
import { agreesWith, type Traceable, tracer } from './tracer.ts';
import { undecodedReason, undecodedTransaction } from './undecoded.ts';
import { operationsIn } from './user-operations.ts';
import { Withdrawal, withdrawalsOf } from './withdrawals.ts';

const HEAD = { method: 'eth_blockNumber', params: [], result: Height.transform(Number) };

const hex = (height: number): string => `0x${height.toString(16)}`;

/** Reads one EVM chain through its JSON-RPC nodes, which are tried in order. */
export function evmReader(chain: Chain, urls: readonly string[], options: ReaderOptions = {}): ChainReader {
  const rpc = evmRpc(chain.id, urls, options.attemptMs, options.now);
  const wrapped = chain.wrappedToken?.toLowerCase() ?? null;
  const tokensOf = evmTokenReader(chain.id, rpc, options.tokens, options.now);
  const effectTokensOf = effectTokenReader(tokensOf, options, wrapped);
  const withReceipts = receiptReader(rpc);
  const traceOf = tracer(chain.id, rpc, options.now);
  const patientTraces = patientBlockTracer(rpc, options.now);
  const hurriedTraces = hurriedBlockTracer(rpc, chain, options);
  const implementationsOf = implementationReader(chain.id, rpc, options.now);
  const delegationsOf = delegationReader(chain, rpc, options.now);

  async function decoded(
    transaction: EvmTransaction,
    receipt: EvmReceipt,
    block: EvmLink,
    read: Pick<Effects, 'calls' | 'implementations' | 'delegations'>,
    signal: AbortSignal,
    of?: ReadonlySet<string>,
  ): Promise<DecodedTransaction> {
    const effects = logEffects(receipt, wrapped, of);
    const tokens = await effectTokensOf(tokensIn(effects), signal);
    const operations = operationsIn(withEnds(transaction, receipt), receipt, of);
    return decodeTransaction(chain, transaction, receipt, block, { ...effects, ...read, operations, tokens });
  }

  /** @param trace the trace of the transaction, where the reader has the traces of the whole block. */
  const transactionOf = (
    block: EvmLink,
    executed: RawExecution,
    delegations: Delegations,
    trace?: CallTrace,
  ): BlockTransaction => ({
    hash: executed.hash,
    parties: partiesOf(executed, wrapped, trace?.calls, delegations.signers(executed.hash)),
    async decode(signal, of) {
      try {
        const transaction = ExecutedTransaction.parse(executed.raw);
        const receipt = ExecutedReceipt.parse(executed.receipt);
        const calls = await callsOf(transaction, receipt, signal, trace);
        const read = {
          calls,
          implementations: await implementationsOf(receipt, block, signal, of),
          delegations: await delegations.changes(executed.hash, signal, of),
        };
        return { transaction: await decoded(transaction, receipt, block, read, signal, of), undecoded: null };
      } catch (error) {
        if (error instanceof ChainUnavailableError) throw error;
        return { transaction: undecodedTransaction(chain, block, executed), undecoded: undecodedReason(error) };
      }
    },
  });

  async function callsOf(
    transaction: EvmTransaction,
    receipt: EvmReceipt,
    signal: AbortSignal,
    trace?: CallTrace,
  ): Promise<readonly ValueCall[] | null> {
    const ended = withEnds(transaction, receipt);
    if (runsNoCode(ended, receipt)) return [];
    const traceable = traceableOf(ended, receipt);
    return trace !== undefined && agreesWith(traceable)(trace) ? trace.calls : traceOf(traceable, signal);
  }

  /** A lookup lacks what no node states, but still answers: nodes forget the state of old blocks. */
  async function ifKnown<T>(reading: Promise<T>, signal: AbortSignal): Promise<T | null> {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      return null;
    }
  }

  /** Reads the whole block where the transaction has authorizations, because the transactions before decide too. */
  async function delegationsIn({ hash, authorizationList }: EvmTransaction, block: EvmLink, signal: AbortSignal) {
    if (!authorizationList?.length) return [];
    const Whole = blockAnswer(Number(block.number)).refine((whole) => whole.hash === block.hash, 'is another block');
    const { transactions } = await rpc.send('eth_getBlockByHash', [block.hash, true], Whole, signal, BLOCK);
    const delegations = await delegationsOf(block, transactions);
    return (await ifKnown(delegations.changes(hash, signal), signal)) ?? delegations.asked(hash);
  }

  async function header(height: number, signal: AbortSignal, near?: number): Promise<BlockHeader | null> {
    const at = rpc.at({ height, near });
    const link = await at.send('eth_getBlockByNumber', [hex(height), false], headerAnswer(height), signal);
    return link && headerOf(link);
  }

  /** @param tracesOf without this tracer, the block is not traced. */
  async function blockOf(height: number, signal: AbortSignal, tracesOf: BlockTracer | null): Promise<ChainBlock> {
    const params = [hex(height), true];
    const at = rpc.at({ height, near: height + 1 });
    const block = await at.send('eth_getBlockByNumber', params, blockAnswer(height), signal, BLOCK);
    const hashes = block.transactions.filter(({ raw }) => !isOfTheChain(raw)).map((each) => each.hash);
    const [executed, delegations, traced] = await Promise.all([
      withReceipts(block, signal),
      delegationsOf(block, block.transactions),
      tracesOf?.({ hash: block.hash, height, transactions: hashes }, signal) ?? null,
    ]);
    const transactions = executed.map((each) => transactionOf(block, each, delegations, traced?.get(each.hash)));
    const withdrawals = withdrawalsOf(chain, block, z.array(Withdrawal).parse(block.withdrawals ?? []));
    return {
      ...headerOf(block),
      transactions: [...transactions, ...withdrawals],
      feeRecipient: block.miner,
      isTraced: tracesOf !== null && hashes.length === 0 ? undefined : traced !== null,
    };
  }

  const { accounts, tokenAccounts } = balanceReader(chain, rpc, tokensOf);
  const head = headFinder(chain, rpc, HEAD, async (height, signal) => (await header(height, signal)) !== null);

  return {
    accounts,
    accountsNow: (addresses, signal) => accountsAtHead(chain, { head, header, accounts }, addresses, signal),
    tokenAccounts,

    async lookup(hash, signal) {
      // An answer about another transaction is malformed, so the RPC client asks the next node.
      const Asked = EvmTransaction.refine((answer) => answer.hash === hash, 'is another transaction').nullable();
      const transaction = await rpc.send('eth_getTransactionByHash', [hash], Asked, signal, TRANSACTION);
      if (!transaction?.blockHash) return null;
      const Receipt = EvmReceipt.refine((answer) => answer.transactionHash === hash, 'is of another transaction');
      const [receipt, block] = await Promise.all([
        rpc.send('eth_getTransactionReceipt', [hash], Receipt, signal, TRANSACTION),
        rpc.send('eth_getBlockByHash', [transaction.blockHash, false], EvmLink, signal),
      ]);
      if (receipt.blockHash !== block.hash) {
        throw new ChainUnavailableError(chain.id, 'the transaction is moving between blocks');
      }
      const [calls, implementations, delegations] = await Promise.all([
        ifKnown(callsOf(transaction, receipt, signal), signal),
        ifKnown(implementationsOf(receipt, block, signal), signal),
        delegationsIn(transaction, block, signal),
      ]);
      const read = { calls, implementations: implementations ?? [], delegations };
      return decoded(transaction, receipt, block, read, signal);
    },

    head,

    heights: async (from, to) => Array.from({ length: Math.max(to - from + 1, 0) }, (_, n) => from + n),

    header,

    block: (height, signal, { traces } = { traces: chain.traceBlocks === 'always' }) =>
      blockOf(height, signal, traces ? hurriedTraces : null),

    async tracedBlock({ height, hash }, signal) {
      const block = await blockOf(height, signal, patientTraces);
      if (block.hash !== hash) throw new ChainUnavailableError(chain.id, `block ${height} was replaced`);
      return block.isTraced === false ? null : block;
    },

    contradicted: async (height) => rpc.contradicted(height),

    feed: (address, signal) => readFeed(rpc, address, signal),
  };
}

/**
 * Whether the chain itself made the transaction: nobody can sign for the zero address. Polygon ends some blocks with
 * such a transaction, and its nodes leave it out of the traces of the block.
 */
const isOfTheChain = ({ from, to }: Raw): boolean => from === ZeroAddress && to === ZeroAddress;

/** The gas of a transaction that only moves its value. */
const PLAIN_GAS = 21_000n;

/** Whether no call can lie inside the transaction: it failed, or it moved its value to an address without code. */
const runsNoCode = ({ to, input }: Ended, { status, gasUsed, logs, omitsLogs }: EvmReceipt): boolean =>
  status === 0n || (to !== null && input === '0x' && gasUsed === PLAIN_GAS && logs.length === 0 && !omitsLogs);

const traceableOf = ({ hash, from, to, value }: Ended, { blockHash, status }: EvmReceipt): Traceable => ({
  hash,
  blockHash,
  from: from.toLowerCase(),
  to: to?.toLowerCase() ?? null,
  value,
  failed: status === undefined || status === null ? null : status === 0n,
});
