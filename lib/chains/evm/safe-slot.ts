import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { AuthorityChange } from '../port/chain.ts';
import { MethodUnavailableError } from '../port/chain-unavailable.ts';
import { patience } from '../port/give-up.ts';
import { type Rpc, TRACE } from '../port/rpc.ts';
import { aroundBlock } from './around-block.ts';
import { EXECUTION_EVENTS, implementationChange, type Slots, safesIn } from './safe-executions.ts';
import type { EvmLink, EvmReceipt } from './schema.ts';

/**
 * The changes of implementation of the Safes that executed in a transaction.
 * @param of addresses in lower case: reads the slots of these Safes only. Without `of`, reads the slots of all.
 * @throws ChainUnavailableError when no node gives the slots.
 */
export type ImplementationReader = (
  receipt: EvmReceipt,
  block: EvmLink,
  signal: AbortSignal,
  of?: ReadonlySet<string>,
) => Promise<readonly AuthorityChange[]>;

/** A transaction may contain events of hundreds of Safes. The reader reads the slots of this many at once. */
const AT_ONCE = 8;

/**
 * Compares slot 0 of a Safe after the parent block with slot 0 after the block: two calls for each Safe. The comparison
 * does not see a change that a later transaction of the same block reverts.
 *
 * Only when the slots differ, the reader asks which transactions of the block the Safe executed. If there are several,
 * `prestateTracer` states which of them made the change. Where no node traces, the last of them gets the change. Where
 * the nodes fail for two minutes, each of them gets the change: two alerts do less harm than none.
 *
 * Slots that cannot be read for two minutes are given up: a node without the state must not stop the chain.
 */
export function implementationReader(chain: string, rpc: Rpc, now?: () => number): ImplementationReader {
  const patient = patience(now);

  const slotsAround = (safe: string, block: EvmLink, signal: AbortSignal): Promise<Slots> =>
    aroundBlock(rpc, block, (at) => rpc.send('eth_getStorageAt', [safe, '0x0', at], Word, signal), signal);

  /** The part of a block's change that this transaction made. */
  async function ownPart(
    inBlock: readonly AuthorityChange[],
    safe: string,
    { transactionHash: hash, blockHash }: EvmReceipt,
    signal: AbortSignal,
  ): Promise<readonly AuthorityChange[]> {
    const Executions = ExecutionLogs.refine((hashes) => hashes.includes(hash), 'lack the transaction');
    const filter = { blockHash, address: safe, topics: [EXECUTION_EVENTS] };
    const executions = await rpc.send('eth_getLogs', [filter], Executions, signal);
    if (executions.every((each) => each === hash)) return inBlock;
    try {
      const diff = await rpc.send('debug_traceTransaction', [hash, STATE_DIFF], StateDiff, signal, TRACE);
      return implementationChange(safe, [slotIn(diff.pre, safe), slotIn(diff.post, safe)]);
    } catch (error) {
      if (!(error instanceof MethodUnavailableError)) throw error;
      return executions.at(-1) === hash ? inBlock : [];
    }
  }

  return (receipt, block, signal, of) => {
    const { transactionHash: hash } = receipt;
    const changesOf = async (safe: string): Promise<readonly AuthorityChange[]> => {
      const inBlock = implementationChange(safe, await slotsAround(safe, block, signal));
      if (inBlock.length === 0) return [];
      const own = () => ownPart(inBlock, safe, receipt, signal);
      return patient(`${hash} ${safe}`, signal, own, () => inBlock);
    };
    return patient<readonly AuthorityChange[]>(
      hash,
      signal,
      async () => (await mapConcurrent(safesIn(receipt, of), AT_ONCE, changesOf)).flat(),
      ({ message }) => {
        log.error('authority.unread', { what: 'slot', chain, hash, reason: message });
        return [];
      },
    );
  };
}

const Word = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);

/** The hashes of the transactions of logs. */
const ExecutionLogs = z.array(
  z.object({ transactionHash: z.string().toLowerCase() }).transform(({ transactionHash }) => transactionHash),
);

const STATE_DIFF = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };
const SLOT_0 = `0x${'0'.repeat(64)}`;

/** What a transaction changed, by account. Each transaction changes the account that pays for it. */
const Accounts = z.record(z.string().toLowerCase(), z.object({ storage: z.record(z.string(), Word).optional() }));
const StateDiff = z.object({
  pre: Accounts.refine((accounts) => Object.keys(accounts).length > 0, 'states no account'),
  post: Accounts,
});

/** Slot 0 of a Safe; 0 where the diff does not state the slot, because the value is 0 or did not change. */
const slotIn = (accounts: z.output<typeof Accounts>, safe: string): bigint => accounts[safe]?.storage?.[SLOT_0] ?? 0n;
