import { describe, expect, it } from '@jest/globals';
import { getAddress, id, zeroPadValue } from 'ethers';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { evmRpc } from '../../../lib/chains/evm/evm-rpc.ts';
import { EXECUTION_EVENTS } from '../../../lib/chains/evm/safe-executions.ts';
import { implementationReader } from '../../../lib/chains/evm/safe-slot.ts';
import { EvmLink, EvmReceipt } from '../../../lib/chains/evm/schema.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { quiet } from '../../support/quiet.ts';
import { capturedLog } from '../../support/stderr.ts';
import { type Answers, NodeError, nodes, nodeWith } from './recorded.ts';

quiet();
const { signal } = new AbortController();

const SAFE = getAddress(`0x${'5a'.repeat(20)}`);
const OTHER_SAFE = getAddress(`0x${'5b'.repeat(20)}`);
const OLD = getAddress(`0x${'01'.repeat(20)}`);
const NEW = getAddress(`0x${'02'.repeat(20)}`);
const ZERO = `0x${'0'.repeat(40)}`;
const HASH = `0x${'12'.repeat(32)}`;
const LATER = `0x${'13'.repeat(32)}`;
const BLOCK = `0x${'bb'.repeat(32)}`;
const PARENT = `0x${'aa'.repeat(32)}`;
const HEIGHT = 7;

const word = (address: string): string => zeroPadValue(address, 32);
const changed = { kind: 'implementation_changed', subject: SAFE, before: OLD, after: NEW };

const SUCCESS = 'ExecutionSuccess(bytes32,uint256)';
const event = (signature = SUCCESS, { address = SAFE, indexed = [BLOCK], data = word('0x00') } = {}) => ({
  address,
  topics: [id(signature), ...indexed],
  data,
});

const rawReceipt = (logs: object[], more: object = {}) => {
  return { transactionHash: HASH, blockHash: BLOCK, status: '0x1', gasUsed: '0x1', logs, ...more };
};
const rawBlock = { hash: BLOCK, parentHash: PARENT, number: `0x${HEIGHT.toString(16)}`, timestamp: '0x65' };
const block = EvmLink.parse(rawBlock);

/** A node with slot 0 of every contract after the parent block and after the block. `asked` gets the parameters. */
function slots(before: string, after: string, asked: unknown[][] = []) {
  const byBlock = new Map([
    [JSON.stringify({ blockHash: PARENT }), before],
    [JSON.stringify({ blockHash: BLOCK }), after],
  ]);
  return {
    eth_getStorageAt: (...params: unknown[]) => {
      asked.push(params);
      return byBlock.get(JSON.stringify(params[2]));
    },
  };
}

/** A node whose logs name these transactions as executions of the Safe. */
const executions = (...hashes: string[]): Answers => ({
  eth_getLogs: () => hashes.map((transactionHash) => ({ ...event(), transactionHash })),
});

const refusing = (code: number, message: string) => () => {
  throw new NodeError(code, message);
};
const without = (method: string, code = -32000) => ({ [method]: refusing(code, 'missing trie node') });

interface Given {
  readonly logs?: object[];
  readonly receipt?: object;
  readonly of?: ReadonlySet<string>;
  readonly now?: () => number;
}

/** Reads the changes of a transaction with one execution. */
function reading(answers: Answers, { logs = [event()], receipt = {}, of, now }: Given = {}) {
  const { urls, calls } = nodes(answers);
  const implementationsOf = implementationReader('ethereum', evmRpc('ethereum', urls), now);
  const parsed = EvmReceipt.parse(rawReceipt(logs, receipt));
  return { calls, read: () => implementationsOf(parsed, block, signal, of) };
}

describe('implementationReader', () => {
  it('compares slot 0 of an executing Safe after the parent block and after the block, in two calls', async () => {
    const asked: unknown[][] = [];
    const { read, calls } = reading(slots(word(OLD), word(OLD), asked));
    expect(await read()).toEqual([]);
    expect(calls).toEqual([['eth_getStorageAt', 'eth_getStorageAt']]);
    expect(asked).toEqual([PARENT, BLOCK].map((blockHash) => [SAFE.toLowerCase(), '0x0', { blockHash }]));
  });

  it('states a change that no event states, with both addresses in checksum form', async () => {
    const { read, calls } = reading({ ...slots(word(OLD), word(NEW)), ...executions(HASH) });
    expect(await read()).toEqual([changed]);
    expect(calls.flat()).toEqual(['eth_getStorageAt', 'eth_getStorageAt', 'eth_getLogs']);
  });

  it.each(EXECUTION_EVENTS)('takes the event %s for an execution, indexed or not, in any case', async (topic) => {
    const shapes = [[topic], [topic, word(OLD)], [`0x${topic.slice(2).toUpperCase()}`]];
    for (const topics of shapes) {
      const { read } = reading(
        { ...slots(word(OLD), word(NEW)), ...executions(HASH) },
        { logs: [{ address: SAFE, topics, data: '0x' }] },
      );
      expect(await read()).toEqual([changed]);
    }
  });

  it.each<[string, Given]>([
    ['has no event of a Safe', { logs: [event('AddedOwner(address)')] }],
    ['has no log', { logs: [] }],
    ['failed', { receipt: { status: '0x0' } }],
    ['was executed by another Safe than those asked for', { of: new Set([OTHER_SAFE.toLowerCase()]) }],
  ])('asks for nothing when the transaction %s', async (_what, given) => {
    const { read, calls } = reading(slots(word(OLD), word(NEW)), given);
    expect(await read()).toEqual([]);
    expect(calls).toEqual([[]]);
  });

  it('reads each Safe once, and only the Safes asked for', async () => {
    const logs = [event(), event('SafeModuleTransaction(address,address,uint256,bytes,uint8)')];
    const both = [...logs, event(SUCCESS, { address: OTHER_SAFE })];
    const all = reading({ ...slots(word(OLD), word(NEW)), ...executions(HASH) }, { logs: both });
    expect(await all.read()).toEqual([changed, { ...changed, subject: OTHER_SAFE }]);
    expect(all.calls.flat().filter((method) => method === 'eth_getStorageAt')).toHaveLength(4);
    const of = new Set([SAFE.toLowerCase()]);
    const { read } = reading({ ...slots(word(OLD), word(NEW)), ...executions(HASH) }, { logs: both, of });
    expect(await read()).toEqual([changed]);
  });

  it.each([
    ['the slot did not exist before', word(ZERO), word(NEW), []],
    ['the slot held no address before', `0x01${word(OLD).slice(4)}`, word(NEW), []],
    ['only bytes change that the proxy ignores', word(OLD), `0x01${word(OLD).slice(4)}`, []],
    ['a needless byte hides the address', word(OLD), `0x01${word(NEW).slice(4)}`, [changed]],
    ['the slot becomes empty', word(OLD), '0x0', [{ ...changed, after: ZERO }]],
  ])('judges a change in which %s', async (_what, before, after, changes) => {
    const { read } = reading({ ...slots(before, after), ...executions(HASH) });
    expect(await read()).toEqual(changes);
  });
});

describe('implementationReader, at a node that refuses the hash of a block,', () => {
  const byNumber = {
    eth_getStorageAt: (_safe: unknown, _slot: unknown, at: unknown) => {
      if (typeof at !== 'string') throw new NodeError(-32602, 'invalid argument 2: cannot unmarshal object');
      return word(at === '0x6' ? OLD : NEW);
    },
  };

  it('asks by the number, and checks that the block with this number is the same', async () => {
    const { read } = reading({ ...byNumber, eth_getBlockByNumber: () => rawBlock, ...executions(HASH) });
    expect(await read()).toEqual([changed]);
  });

  it('fails when another block has the number', async () => {
    const other = { ...rawBlock, hash: PARENT };
    const { read } = reading({ ...byNumber, eth_getBlockByNumber: () => other, ...executions(HASH) });
    await expect(read()).rejects.toThrow(ChainUnavailableError);
  });
});

/** The part of a state diff that the reader reads: the sender pays, and the Safe may change. */
const diff = (before: object, after: object) => ({
  pre: { [OLD]: { balance: '0x1' }, [SAFE]: { balance: '0x0', ...before } },
  post: { [OLD]: { balance: '0x0' }, [SAFE]: after },
});
const slot = (value: string) => ({ storage: { [word('0x00')]: value } });
const nonceOnly = diff({ storage: { [word('0x05')]: word('0x01') } }, { storage: { [word('0x05')]: word('0x02') } });

describe('implementationReader, of several transactions that a Safe executed in one block,', () => {
  const changing = (...hashes: string[]) => ({ ...slots(word(OLD), word(NEW)), ...executions(...hashes) });
  const tracing = (answer: unknown): Answers => ({ debug_traceTransaction: () => answer });

  it.each<[string, unknown, object[]]>([
    ['made the change', diff(slot(word(OLD)), slot(word(NEW))), [changed]],
    ['made a part of the change', diff(slot(word(OLD)), slot(word(SAFE))), [{ ...changed, after: SAFE }]],
    ['emptied the slot', diff(slot(word(OLD)), {}), [{ ...changed, after: ZERO }]],
    ['changed other slots only', nonceOnly, []],
  ])('reads from a trace whether the transaction %s', async (_what, answer, changes) => {
    const { read } = reading({ ...changing(HASH, LATER), ...tracing(answer) });
    expect(await read()).toEqual(changes);
  });

  it.each([
    ['the last', [LATER, HASH], [changed]],
    ['not the last', [HASH, LATER], []],
  ])('takes %s transaction where no node traces', async (_which, hashes, changes) => {
    const { read } = reading(changing(...hashes));
    expect(await read()).toEqual(changes);
  });

  it.each<[string, Answers]>([
    ['the node cannot trace now', { ...changing(HASH, LATER), ...without('debug_traceTransaction') }],
    ['the trace states no account', { ...changing(HASH, LATER), ...tracing({ pre: {}, post: {} }) }],
    ['the logs lack the transaction', changing(LATER)],
  ])('states the change after two minutes in which %s', async (_what, answers) => {
    let clock = 0;
    const { read } = reading(answers, { now: () => clock });
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    clock = 120_000;
    expect(await read()).toEqual([changed]);
  });
});

describe('implementationReader, without the state of the block,', () => {
  it('gives a transaction up after two minutes, so that it does not stop the chain', async () => {
    const lines = capturedLog();
    let clock = 0;
    const { read } = reading(without('eth_getStorageAt'), { now: () => clock });
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    clock = 119_999;
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    clock = 120_000;
    expect(await read()).toEqual([]);
    const line = { level: 'error', event: 'authority.unread', what: 'slot', chain: 'ethereum', hash: HASH };
    expect(lines).toContainEqual(expect.objectContaining(line));
  });

  it('asks again after each failure, and forgets the failures when the node answers', async () => {
    let clock = 0;
    const { eth_getStorageAt } = slots(word(OLD), word(OLD));
    let works = false;
    const missing = refusing(-32000, 'missing trie node');
    const flaky = { eth_getStorageAt: (...params: unknown[]) => (works ? eth_getStorageAt(...params) : missing()) };
    const { read } = reading(flaky, { now: () => clock });
    await expect(read()).rejects.toThrow(ChainUnavailableError);
    clock = 100_000;
    works = true;
    expect(await read()).toEqual([]);
    works = false;
    clock = 130_000;
    await expect(read()).rejects.toThrow(ChainUnavailableError);
  });
});

describe('the reader of an EVM chain', () => {
  const raw = { hash: HASH, blockHash: BLOCK, from: OLD, to: NEW, value: '0x0', input: '0x6a761202' };
  const receipts = (logs: object[]) => [rawReceipt(logs, { effectiveGasPrice: '0x1' })];
  const nodeOf = (logs: object[], answers: Answers): Answers => ({
    ...nodeWith({
      file: '',
      height: HEIGHT,
      hash: BLOCK,
      block: { ...rawBlock, transactions: [raw] },
      receipts: receipts(logs),
    }),
    ...answers,
  });
  const changing = { ...slots(word(OLD), word(NEW)), ...executions(HASH) };

  async function decoded(logs: object[], answers: Answers, of?: ReadonlySet<string>) {
    const reader = evmReader(chainOf('ethereum'), nodes(nodeOf(logs, answers)).urls);
    const [transaction] = (await reader.block(HEIGHT, signal)).transactions;
    const { parties } = transaction ?? {};
    return { parties, scanned: await transaction?.decode(signal, of), looked: await reader.lookup(HASH, signal) };
  }

  it('names an executing Safe as a party, and shows the change in blocks and in lookups', async () => {
    const found = await decoded([event()], changing, new Set([SAFE.toLowerCase()]));
    expect(found.parties).toContain(SAFE.toLowerCase());
    expect(found.scanned).toMatchObject({ transaction: { authority: [changed] }, undecoded: null });
    expect(found.looked).toMatchObject({ authority: [changed] });
  });

  it('does not repeat a change that an event states', async () => {
    const stated = event('ChangedMasterCopy(address)', { indexed: [], data: word(NEW) });
    const { looked } = await decoded([stated, event()], changing);
    expect(looked?.authority).toEqual([{ ...changed, before: null }]);
    const other = event('ChangedMasterCopy(address)', { indexed: [], data: word(OLD) });
    expect((await decoded([other, event()], changing)).looked?.authority).toHaveLength(2);
  });

  it('scans the block again when no node has the state, while a lookup does without the comparison', async () => {
    const answers = nodeOf([event()], without('eth_getStorageAt'));
    const reader = evmReader(chainOf('ethereum'), nodes(answers).urls);
    const [transaction] = (await reader.block(HEIGHT, signal)).transactions;
    await expect(transaction?.decode(signal)).rejects.toThrow(ChainUnavailableError);
    expect(await reader.lookup(HASH, signal)).toMatchObject({ hash: HASH, authority: [] });
  });
});
