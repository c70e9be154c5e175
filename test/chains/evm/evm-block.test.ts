import { describe, expect, it } from '@jest/globals';
import { encodeRlp, getAddress, id, keccak256, zeroPadValue } from 'ethers';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import type { ChainBlock } from '../../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { quiet } from '../../support/quiet.ts';
import { type Answers, NodeError, nodes, nodeWith, type RecordedBlock, recordedBlocks } from './recorded.ts';

quiet();
const { signal } = new AbortController();

const [recorded] = recordedBlocks.filter(({ file }) => file === 'ethereum_mainnet-13998626.json');
if (recorded === undefined) throw new Error('the test needs the recording of block 13998626');
const { height, block, receipts } = recorded;
const [first, ...others] = block.transactions;
const OTHER = `0x${'12'.repeat(32)}`;
const whole = nodeWith(recorded);

const readBlock = (urls: string[]) => evmReader(chainOf('ethereum'), urls).block(height, signal);
const hashes = ({ transactions }: ChainBlock) => transactions.map(({ hash }) => hash);
const expected = block.transactions.map(({ hash }) => hash);

describe('the header of an EVM block', () => {
  it('contains the height, the hash, the parent and the time of the block', async () => {
    const { urls } = nodes(whole);
    expect(await evmReader(chainOf('ethereum'), urls).header(height, signal)).toEqual({
      height,
      hash: block.hash,
      parentHash: block.parentHash,
      parentHeight: height - 1,
      timestamp: '2022-01-13T17:57:51.000Z',
    });
  });

  it('is null when the chain has no block at the height yet', async () => {
    const { urls } = nodes(whole);
    expect(await evmReader(chainOf('ethereum'), urls).header(height + 1, signal)).toBeNull();
  });

  it('is read from the next node when a node answers with another height', async () => {
    const { urls, calls } = nodes({ eth_getBlockByNumber: () => ({ ...block, number: '0x1' }) }, whole);
    expect(await evmReader(chainOf('ethereum'), urls).header(height, signal)).toMatchObject({ height });
    expect(calls).toEqual([['eth_getBlockByNumber'], ['eth_getBlockByNumber']]);
  });
});

describe('the heights of an EVM chain', () => {
  it('end at the head and leave out no height', async () => {
    const reader = evmReader(chainOf('ethereum'), nodes(whole).urls);
    expect(await reader.head(signal)).toBe(height);
    expect(await reader.heights(5, 8, signal)).toEqual([5, 6, 7, 8]);
    expect(await reader.heights(5, 5, signal)).toEqual([5]);
    expect(await reader.heights(5, 4, signal)).toEqual([]);
  });

  it('are unavailable when the head exceeds the largest exact number', async () => {
    const { urls } = nodes({ eth_blockNumber: () => `0x${'f'.repeat(16)}` });
    await expect(evmReader(chainOf('ethereum'), urls).head(signal)).rejects.toThrow(ChainUnavailableError);
  });
});

describe('an EVM block', () => {
  it('lists its transactions in order', async () => {
    const { urls, calls } = nodes(whole);
    const read = await readBlock(urls);
    expect(read).toMatchObject({ height, hash: block.hash, parentHash: block.parentHash });
    expect(hashes(read)).toEqual(expected);
    expect(calls).toEqual([['eth_getBlockByNumber', 'eth_getBlockReceipts']]);
  });

  it('is the same when a node writes hashes in upper case', async () => {
    const upperCase: RecordedBlock = JSON.parse(
      JSON.stringify(recorded).replace(/"0x([0-9a-f]{64})"/g, (_hash, digits: string) => `"0x${digits.toUpperCase()}"`),
    );
    const answers = {
      ...whole,
      eth_getBlockByNumber: () => upperCase.block,
      eth_getBlockReceipts: () => upperCase.receipts,
    };
    const read = await readBlock(nodes(answers).urls);
    expect(hashes(read)).toEqual(expected);
    const lowerCase = await readBlock(nodes(whole).urls);
    expect(read.transactions.map(({ parties }) => parties)).toEqual(
      lowerCase.transactions.map(({ parties }) => parties),
    );
  });

  it('is read without a request for receipts when it has no transactions', async () => {
    const nothing = { transactions: [], transactionsRoot: keccak256(encodeRlp('0x')) };
    const { urls, calls } = nodes({ eth_getBlockByNumber: () => ({ ...block, ...nothing }) });
    expect(await readBlock(urls)).toMatchObject({ hash: block.hash, transactions: [] });
    expect(calls).toEqual([['eth_getBlockByNumber']]);
  });

  const wrongBlock = (changed: object) => ({ ...whole, eth_getBlockByNumber: () => ({ ...block, ...changed }) });
  const wrongReceipts = (answer: unknown) => ({ ...whole, eth_getBlockReceipts: () => answer });
  const [receipt, ...rest] = receipts;

  it.each<[string, Answers]>([
    ['the node has no block', { ...whole, eth_getBlockByNumber: () => null }],
    ['the block has another height', wrongBlock({ number: '0x1' })],
    ['the block has no parent', wrongBlock({ parentHash: null })],
    ['the time of the block is too large', wrongBlock({ timestamp: `0x${'f'.repeat(20)}` })],
    ['the list of transactions is empty', wrongBlock({ transactions: [] })],
    ['the list contains only the hashes of transactions', wrongBlock({ transactions: expected })],
    ['a transaction is of another block', wrongBlock({ transactions: [{ ...first, blockHash: OTHER }, ...others] })],
    ['a transaction has no hash', wrongBlock({ transactions: [{ ...first, hash: '0x' }, ...others] })],
    ['the block has another hash than its transactions', wrongBlock({ hash: OTHER })],
    ['the node has no receipts', wrongReceipts(null)],
    ['a receipt is missing', wrongReceipts(rest)],
    ['the list of receipts is too long', wrongReceipts([...receipts, receipt])],
    ['a receipt is of another block', wrongReceipts([{ ...receipt, blockHash: OTHER }, ...rest])],
    ['a receipt is of another transaction', wrongReceipts([{ ...receipt, transactionHash: OTHER }, ...rest])],
    ['a receipt stands in the place of another receipt', wrongReceipts([receipt, receipt, ...rest.slice(1)])],
    ['a receipt is null', wrongReceipts([null, ...rest])],
  ])('is read from the next node when %s', async (_what, faulty) => {
    const alone = nodes({ ...faulty, eth_getTransactionReceipt: () => null });
    await expect(readBlock(alone.urls)).rejects.toThrow(ChainUnavailableError);
    const { urls, calls } = nodes(faulty, whole);
    expect(hashes(await readBlock(urls))).toEqual(expected);
    expect(calls.flat()).not.toContain('eth_getTransactionReceipt');
  });

  it('is unavailable when the only node has no receipts for the hash of the block', async () => {
    const { urls } = nodes({ ...whole, eth_getBlockReceipts: () => null, eth_getTransactionReceipt: () => null });
    await expect(readBlock(urls)).rejects.toThrow(ChainUnavailableError);
  });
});

describe('the receipts of an EVM block', () => {
  const lacking = (code: number, message: string): Answers => ({
    ...whole,
    eth_getBlockReceipts: () => {
      throw new NodeError(code, message);
    },
  });

  it.each([
    [-32601, 'the method eth_getBlockReceipts does not exist/is not available'],
    [-32600, 'eth_getBlockReceipts is not available on this plan'],
    [-32000, 'Unsupported method'],
  ])('are requested one by one when a node refuses the request for all receipts (%s: %s)', async (code, message) => {
    const { urls, calls } = nodes(lacking(code, message));
    const reader = evmReader(chainOf('ethereum'), urls);
    for (const _time of ['first', 'second']) expect(hashes(await reader.block(height, signal))).toEqual(expected);
    const asked = calls.flat();
    expect(asked.filter((method) => method === 'eth_getBlockReceipts')).toHaveLength(1);
    expect(asked.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(2 * expected.length);
  });

  it('are requested from the next node when the first node does not have the method for all receipts', async () => {
    const { urls, calls } = nodes(lacking(-32601, 'method not found'), whole);
    await readBlock(urls);
    expect(calls).toEqual([['eth_getBlockByNumber', 'eth_getBlockReceipts'], ['eth_getBlockReceipts']]);
  });

  it('are requested one by one when every node leaves some receipts out', async () => {
    const { urls } = nodes({ ...whole, eth_getBlockReceipts: () => receipts.slice(0, -1) });
    expect(hashes(await readBlock(urls))).toEqual(expected);
  });

  it('make the block unavailable when a receipt is missing', async () => {
    const known = whole.eth_getTransactionReceipt;
    const { urls } = nodes({
      ...lacking(-32601, 'method not found'),
      eth_getTransactionReceipt: (hash) => (hash === expected.at(-1) ? null : known?.(hash)),
    });
    await expect(readBlock(urls)).rejects.toThrow(ChainUnavailableError);
  });
});

const ALICE = `0x${'a1'.repeat(20)}`;
const BOB = `0x${'b0'.repeat(20)}`;
const CAROL = `0x${'ca'.repeat(20)}`;
const tokenLog = (from: string, to: string, token = `0x${'70'.repeat(20)}`) => ({
  address: token,
  topics: [id('Transfer(address,address,uint256)'), zeroPadValue(from, 32), zeroPadValue(to, 32)],
  data: `0x${'1'.padStart(64, '0')}`,
});

describe('a transaction of an EVM block', () => {
  // Scenario: an airdrop transfers 300 tokens, and only one of the tokens goes to Alice.
  it('is decoded with requests only for the tokens of the given addresses', async () => {
    const spam = Array.from({ length: 300 }, (_, n) => {
      const token = `0x${(n + 1).toString(16).padStart(40, '0')}`;
      return tokenLog(CAROL, n === 7 ? ALICE : BOB, token);
    });
    const withAirdrop = [{ ...receipts[0], status: '0x1', logs: spam }, ...receipts.slice(1)];
    const { urls, calls } = nodes({ ...whole, eth_getBlockReceipts: () => withAirdrop });
    const [airdrop] = (await readBlock(urls)).transactions;
    const asked = () => calls.flat().filter((method) => method === 'eth_call').length;
    const decoded = await airdrop?.decode(signal, new Set([ALICE]));
    expect(decoded?.transaction.movements.filter(({ standard }) => standard === 'ERC-20')).toHaveLength(1);
    expect(asked()).toBe(2); // the symbol and the decimals of the token
    await airdrop?.decode(signal);
    expect(asked()).toBe(600);
  });

  it('causes a ChainUnavailableError, and no record, when no node answers for its tokens', async () => {
    const { urls } = nodes({
      ...whole,
      eth_call: () => {
        throw new NodeError(-32005, 'limit exceeded');
      },
    });
    const read = await readBlock(urls);
    const decoded = await Promise.allSettled(read.transactions.map(({ decode }) => decode(signal)));
    const failures = decoded.filter((each) => each.status === 'rejected').map(({ reason }) => reason);
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) expect(failure).toBeInstanceOf(ChainUnavailableError);
  });
});

describe('an EVM block with a malformed transaction', () => {
  const readWith = (transaction: object, receipt: object) =>
    readBlock(
      nodes({
        ...whole,
        eth_getBlockByNumber: () => ({ ...block, transactions: [{ ...first, ...transaction }, ...others] }),
        eth_getBlockReceipts: () => [{ ...receipts[0], ...receipt }, ...receipts.slice(1)],
      }).urls,
    );

  it.each([
    ['no value', { value: null }, {}, /^value: /],
    ['a sender that is not an address', { from: '0x12' }, {}, /^from: /],
    ['no amount of used gas', {}, { gasUsed: undefined }, /^gasUsed: /],
    ['log entries of another form', {}, { logs: [{ topics: 7 }, null, 'log'] }, /^logs\.0: /],
    ['no logs', {}, { logs: undefined }, /^logs: /],
  ])(
    'decodes its other transactions when the malformed transaction has %s',
    async (_what, transaction, receipt, reason) => {
      const read = await readWith(transaction, receipt);
      const [odd, ...fine] = await Promise.all(read.transactions.map(({ decode }) => decode(signal)));
      expect(odd?.undecoded).toMatch(reason);
      expect(odd?.undecoded).toMatch(/^[\x20-\x7e]{1,200}$/);
      expect(odd?.transaction).toMatchObject({ hash: first?.hash, blockNumber: height, movements: [], feeAmount: '0' });
      expect(fine.map(({ undecoded }) => undecoded)).toEqual(others.map(() => null));
    },
  );

  it('keeps the known addresses of the malformed transaction', async () => {
    const from = '0x52908400098527886E0F7030069857D2E4169EE7';
    const [odd] = (await readWith({ value: null, from, to: null }, { contractAddress: from, to: null })).transactions;
    expect(odd?.parties).toContain(from.toLowerCase());
    expect((await odd?.decode(signal))?.transaction).toMatchObject({ fromAddress: from, toAddress: null });
  });

  it.each([
    ['an amount', { data: `0x${'zz'.repeat(32)}` }],
    ['a token', { address: `0x${'zz'.repeat(20)}` }],
  ])(
    'decodes the transaction for addresses that the malformed log does not name, when the log has %s that is not hex',
    async (_what, broken) => {
      const [odd] = (
        await readWith({ value: '0x0' }, { logs: [{ ...tokenLog(CAROL, ALICE), ...broken }, tokenLog(ALICE, BOB)] })
      ).transactions;
      expect(await odd?.decode(signal, new Set([ALICE]))).toMatchObject({
        undecoded: expect.stringMatching(/^[\x20-\x7e]{1,200}$/),
        transaction: { movements: [] },
      });
      expect(await odd?.decode(signal, new Set([BOB]))).toMatchObject({
        undecoded: null,
        transaction: { movements: [{ to: getAddress(BOB) }] },
      });
    },
  );
});
