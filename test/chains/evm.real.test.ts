import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { concat, formatEther, getAddress, Interface, id, parseUnits } from 'ethers';
import * as z from 'zod';
import { evmRpc } from '../../lib/chains/evm/evm-rpc.ts';
import { evm } from '../../lib/chains/families.ts';
import type { ChainBlock, DecodedTransaction } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import type { Rpc } from '../../lib/chains/port/rpc.ts';
import { chainReaders, lookupEverywhere } from '../../lib/chains/readers.ts';
import { viewOf } from '../../lib/transactions/view.ts';
import { compare } from '../../lib/values/decimal.ts';
import { Processes } from '../../local/processes/child-processes.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { startAnvil } from '../../local/processes/emulators.ts';
import { quiet } from '../support/quiet.ts';
import { thrice } from '../support/rpc-nodes.ts';

quiet();

/** Accounts that every anvil node creates at its start. The node signs for these accounts. */
const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ZERO = '0x0000000000000000000000000000000000000000';
/** The discard port, on which no server answers. */
const DEAD = 'http://127.0.0.1:9';

const processes = new Processes();
const directory = mkdtempSync(join(tmpdir(), 'chainwatch-anvil-'));
/** The time limit of one call of the node. */
const PATIENCE_MS = 60_000;
let signal: AbortSignal;
let url = '';
let node: Rpc;

beforeAll(async () => {
  url = await startAnvil({
    dataDir: new DataDir(directory),
    processes,
    onDeath: (message) => process.stderr.write(message),
  });
  node = evmRpc('anvil', [url], PATIENCE_MS);
});
beforeEach(() => {
  signal = AbortSignal.timeout(5 * PATIENCE_MS);
});
afterAll(async () => {
  await processes.stop();
  rmSync(directory, { recursive: true, force: true });
});

const Artifact = z.object({ abi: z.array(z.looseObject({})), bytecode: z.string() });
function contract(name: string) {
  const file = new URL(`../../node_modules/@openzeppelin/contracts/build/contracts/${name}.json`, import.meta.url);
  const { abi, bytecode } = Artifact.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { bytecode, methods: new Interface(JSON.stringify(abi)) };
}

const send = (transaction: { from: string; to?: string; data?: string; value?: string; gas?: string }) =>
  node.send('eth_sendTransaction', [transaction], z.string(), signal);

/** A dead node, then the live node. */
const endpoints = () => [DEAD, ...thrice(url)];

/** Waits for the transaction and decodes it. The reader asks the dead node first, then the live node. */
async function mined(hash: string): Promise<DecodedTransaction> {
  const reader = chainReaders({ anvil: endpoints() })('anvil');
  for (;;) {
    const decoded = await reader.lookup(hash, signal);
    if (decoded !== null) return decoded;
  }
}

async function deploy(
  name: string,
  args: unknown[],
): Promise<{ address: string; decoded: DecodedTransaction; methods: Interface }> {
  const { bytecode, methods } = contract(name);
  const hash = await send({ from: ALICE, data: concat([bytecode, methods.encodeDeploy(args)]) });
  const decoded = await mined(hash);
  const Receipt = z.object({ contractAddress: z.string() });
  const { contractAddress } = await node.send('eth_getTransactionReceipt', [hash], Receipt, signal);
  return { address: getAddress(contractAddress), decoded, methods };
}

describe('a transaction of a real EVM node', () => {
  it('is decoded as a native transfer, with the fee that the sender paid', async () => {
    const balance = async () => BigInt(await node.send('eth_getBalance', [ALICE, 'latest'], z.string(), signal));
    const before = await balance();
    const sent = parseUnits('1.000000000000000001', 18);
    const decoded = await mined(await send({ from: ALICE, to: BOB, value: `0x${sent.toString(16)}` }));
    expect(decoded).toMatchObject({
      chain: 'anvil',
      status: 'success',
      kind: 'transfer',
      fromAddress: ALICE,
      toAddress: BOB,
      methodName: null,
      movements: [{ asset: 'ETH', standard: 'native', from: ALICE, to: BOB, amount: '1.000000000000000001' }],
    });
    expect(compare(decoded.feeAmount, formatEther(before - (await balance()) - sent))).toBe(0);
  });

  it('is decoded as a deploy with a mint when its constructor mints tokens', async () => {
    const { address, decoded } = await deploy('ERC20PresetFixedSupply', ['Gold', 'GLD', 1000n, ALICE]);
    expect(decoded).toMatchObject({ kind: 'contract_deploy', toAddress: null, methodName: null });
    expect(decoded.movements).toMatchObject([{ asset: 'GLD', tokenAddress: address, from: ZERO, to: ALICE }]);
  });

  it('is decoded as an ERC-20 transfer with the symbol and the decimals of the contract', async () => {
    const { address, methods } = await deploy('ERC20PresetFixedSupply', ['Gold', 'GLD', parseUnits('500', 18), ALICE]);
    const data = methods.encodeFunctionData('transfer', [BOB, parseUnits('12.5', 18)]);
    const decoded = await mined(await send({ from: ALICE, to: address, data }));
    expect(decoded).toMatchObject({
      kind: 'transfer',
      toAddress: address,
      methodName: 'transfer',
      methodSelector: '0xa9059cbb',
    });
    expect(decoded.movements).toEqual([
      {
        asset: 'GLD',
        tokenAddress: address,
        tokenId: null,
        standard: 'ERC-20',
        from: ALICE,
        to: BOB,
        amount: '12.5',
        origin: 'log',
      },
    ]);
    expect(viewOf(decoded, BOB, () => false)).toMatchObject({
      direction: 'inbound',
      fromAddress: ALICE,
      toAddress: BOB,
    });
  });

  it('is a mint for the wallet that receives new tokens', async () => {
    const { address, methods } = await deploy('ERC20PresetMinterPauser', ['Silver', 'SLV']);
    const decoded = await mined(
      await send({ from: ALICE, to: address, data: methods.encodeFunctionData('mint', [BOB, parseUnits('3', 18)]) }),
    );
    expect(decoded).toMatchObject({ kind: 'contract_call', methodName: 'mint' });
    expect(viewOf(decoded, BOB, () => false)).toMatchObject({
      txType: 'token_mint',
      tokenSymbol: 'SLV',
      tokenAmount: '3',
    });
  });

  it('has a fee and no movement when the transaction failed', async () => {
    const { address, methods } = await deploy('ERC20PresetFixedSupply', ['Gold', 'GLD', 1n, ALICE]);
    const data = methods.encodeFunctionData('transfer', [ALICE, 5n]);
    const decoded = await mined(await send({ from: BOB, to: address, data, gas: '0x30d40' }));
    expect(decoded).toMatchObject({ status: 'failed', methodName: 'transfer', movements: [] });
    expect(compare(decoded.feeAmount, '0')).toBe(1);
  });

  it('keeps the raw amount of a token without symbol and decimals', async () => {
    // The runtime code logs Transfer(ALICE, BOB, 7) with LOG3 and returns no data, for any call.
    const transfer = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
    const address = '0x00000000000000000000000000000000000000aa';
    const push20 = (account: string) => `73${account.slice(2).toLowerCase()}`;
    const code = `0x6007600052${push20(BOB)}${push20(ALICE)}7f${transfer}60206000a300`;
    await node.send('anvil_setCode', [address, code], z.unknown(), signal);
    const decoded = await mined(await send({ from: ALICE, to: address }));
    const tokenAddress = getAddress(address);
    expect(decoded.movements).toMatchObject([{ asset: tokenAddress, tokenAddress, from: ALICE, to: BOB, amount: '7' }]);
  });

  it('is null in a lookup when no chain has the hash', async () => {
    const readers = chainReaders({ anvil: thrice(url), sepolia: endpoints() });
    const hash = `0x${'ab'.repeat(32)}`;
    const searches = (['anvil', 'sepolia'] as const).map((chain) => ({ chain, hash }));
    expect(await lookupEverywhere(readers, searches, signal)).toBeNull();
  });

  it('is null in a lookup until a block contains the transaction', async () => {
    await node.send('evm_setAutomine', [false], z.unknown(), signal);
    const hash = await send({ from: ALICE, to: BOB, value: '0x1' });
    const reader = chainReaders({ anvil: thrice(url) })('anvil');
    expect(await reader.lookup(hash, signal)).toBeNull();
    await node.send('evm_mine', [], z.unknown(), signal);
    await node.send('evm_setAutomine', [true], z.unknown(), signal);
    expect(await mined(hash)).toMatchObject({ hash, status: 'success' });
  });
});

describe('the approvals of real contracts', () => {
  const approve = async (name: string, args: unknown[], method: string, ...given: unknown[]) => {
    const { address, methods } = await deploy(name, args);
    const data = methods.encodeFunctionData(method, given);
    return { address, decoded: await mined(await send({ from: ALICE, to: address, data })) };
  };
  const byAlice = { owner: ALICE, spender: BOB, expiresAt: null };

  it('have the symbol and the decimals of an ERC-20 token', async () => {
    const gold = ['Gold', 'GLD', 1n, ALICE];
    const { address, decoded } = await approve('ERC20PresetFixedSupply', gold, 'approve', BOB, parseUnits('12.5', 18));
    const limited = { amount: '12.5', unlimited: false, approved: true };
    expect(decoded.approvals).toEqual([
      { ...byAlice, standard: 'ERC-20', asset: 'GLD', tokenAddress: address, tokenId: null, ...limited },
    ]);
    const { decoded: revoked } = await approve('ERC20PresetFixedSupply', gold, 'approve', BOB, 0n);
    expect(revoked.approvals).toMatchObject([{ amount: '0', approved: false }]);
  });

  it('are for all tokens of an ERC-721 contract', async () => {
    const kittens = ['Kittens', 'KIT', ''];
    const name = 'ERC721PresetMinterPauserAutoId';
    const { address, decoded } = await approve(name, kittens, 'setApprovalForAll', BOB, true);
    const all = { tokenId: null, amount: null, unlimited: true, approved: true };
    expect(decoded.approvals).toEqual([
      { ...byAlice, standard: 'ERC-721', asset: 'KIT', tokenAddress: address, ...all },
    ]);
  });

  it('by a permit make the owner and the spender parties of the transaction that a stranger sends', async () => {
    // The code logs Approval(ALICE, token, BOB, 2^160 - 1, 2^48 - 1) of Permit2 with LOG4, for any call.
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
    const { address: token } = await deploy('ERC20PresetFixedSupply', ['Gold', 'GLD', 1n, ALICE]);
    const stranger = getAddress(`0x${'57'.repeat(20)}`);
    const push20 = (account: string) => `73${account.slice(2).toLowerCase()}`;
    const event = id('Approval(address,address,address,uint160,uint48)').slice(2);
    const data = `73${'f'.repeat(40)}60005265${'f'.repeat(12)}602052`;
    const code = `0x${data}${push20(BOB)}${push20(token)}${push20(ALICE)}7f${event}60406000a400`;
    await node.send('anvil_setCode', [permit2, code], z.unknown(), signal);
    await node.send('anvil_impersonateAccount', [stranger], z.unknown(), signal);
    await node.send('anvil_setBalance', [stranger, '0xde0b6b3a7640000'], z.unknown(), signal);
    const decoded = await mined(await send({ from: stranger, to: permit2 }));
    expect(decoded.approvals).toMatchObject([
      { ...byAlice, standard: 'Permit2', asset: 'GLD', tokenAddress: token, unlimited: true, approved: true },
    ]);
    const { transactions } = await chainReaders({ anvil: thrice(url) })('anvil').block(decoded.blockNumber, signal);
    expect(transactions[0]?.parties).toEqual(expect.arrayContaining([ALICE, BOB].map((each) => evm.matchForm(each))));
  });
});

describe('the authority over real contracts', () => {
  it('changes when a proxy is created, and when its admin upgrades it', async () => {
    const [first, second] = [await deploy('ProxyAdmin', []), await deploy('ProxyAdmin', [])];
    const proxy = await deploy('TransparentUpgradeableProxy', [first.address, BOB, '0x']);
    const subject = proxy.address;
    expect(proxy.decoded.authority).toEqual([
      { kind: 'implementation_changed', subject, before: null, after: first.address },
      { kind: 'admin_changed', subject, before: ZERO, after: BOB },
    ]);
    const data = contract('ITransparentUpgradeableProxy').methods.encodeFunctionData('upgradeTo', [second.address]);
    const upgraded = await mined(await send({ from: BOB, to: subject, data }));
    expect(upgraded.authority).toEqual([
      { kind: 'implementation_changed', subject, before: null, after: second.address },
    ]);
    const { transactions } = await chainReaders({ anvil: thrice(url) })('anvil').block(upgraded.blockNumber, signal);
    expect(transactions[0]?.parties).toContain(evm.matchForm(subject));
  });

  it('changes with roles and with the owner', async () => {
    const { address: subject, methods } = await deploy('ERC20PresetMinterPauser', ['Silver', 'SLV']);
    const role = id('MINTER_ROLE');
    const call = (method: string) =>
      send({ from: ALICE, to: subject, data: methods.encodeFunctionData(method, [role, BOB]) });
    expect((await mined(await call('grantRole'))).authority).toEqual([
      { kind: 'role_granted', subject, before: null, after: BOB },
    ]);
    expect((await mined(await call('revokeRole'))).authority).toEqual([
      { kind: 'role_revoked', subject, before: BOB, after: null },
    ]);
    const admin = await deploy('ProxyAdmin', []);
    const data = admin.methods.encodeFunctionData('transferOwnership', [BOB]);
    expect((await mined(await send({ from: ALICE, to: admin.address, data }))).authority).toEqual([
      { kind: 'ownership_transferred', subject: admin.address, before: ALICE, after: BOB },
    ]);
  });
});

describe('a block of a real EVM node', () => {
  const reader = () => chainReaders({ anvil: endpoints() })('anvil');

  /** Mines the transactions of `sendAll` into one block and reads the block. */
  async function minedTogether(sendAll: () => Promise<string[]>): Promise<{ block: ChainBlock; hashes: string[] }> {
    await node.send('evm_setAutomine', [false], z.unknown(), signal);
    const hashes = await sendAll();
    await node.send('evm_mine', [], z.unknown(), signal);
    await node.send('evm_setAutomine', [true], z.unknown(), signal);
    return { block: await reader().block(await reader().head(signal), signal), hashes };
  }

  it('contains native transfers, token transfers and deploys, decoded as a lookup decodes them', async () => {
    const token = await deploy('ERC20PresetFixedSupply', ['Gold', 'GLD', 1000n, ALICE]);
    const tin = contract('ERC20PresetFixedSupply');
    const { block, hashes } = await minedTogether(async () => [
      await send({ from: ALICE, to: BOB, value: '0x1', gas: '0x5208' }),
      await send({
        from: ALICE,
        to: token.address,
        data: token.methods.encodeFunctionData('transfer', [BOB, 5n]),
        gas: '0x30d40',
      }),
      await send({
        from: ALICE,
        data: concat([tin.bytecode, tin.methods.encodeDeploy(['Tin', 'TIN', 7n, BOB])]),
        gas: '0x2dc6c0',
      }),
    ]);
    expect(block.transactions.map(({ hash }) => hash).sort()).toEqual(hashes.sort());
    // The reader requests all receipts by the hash of the block. This node must support such a request.
    expect(await node.send('eth_getBlockReceipts', [block.hash], z.array(z.unknown()), signal)).toHaveLength(3);
    const kinds = new Set<string>();
    for (const { hash, parties, decode } of block.transactions) {
      const { transaction, undecoded } = await decode(signal);
      expect(undecoded).toBeNull();
      expect(transaction).toEqual(await reader().lookup(hash, signal));
      const ends = transaction.movements.flatMap(({ from, to }) => [from, to]);
      expect(parties).toEqual(expect.arrayContaining(ends.map((end) => evm.matchForm(end))));
      kinds.add(`${transaction.kind} ${transaction.movements.at(0)?.asset}`);
    }
    expect(kinds).toEqual(new Set(['transfer ETH', 'transfer GLD', 'contract_deploy TIN']));
  });

  it('names its parent, and the reader finds no block beyond the head', async () => {
    const { block } = await minedTogether(async () => []);
    expect(block).toMatchObject({ transactions: [], parentHeight: block.height - 1 });
    expect(await reader().header(block.height, signal)).toMatchObject({ hash: block.hash, timestamp: block.timestamp });
    expect((await reader().header(block.parentHeight, signal))?.hash).toBe(block.parentHash);
    expect(await reader().header(block.height + 1, signal)).toBeNull();
    await expect(reader().block(block.height + 1, signal)).rejects.toThrow(ChainUnavailableError);
  });

  it.each([
    ['by the readable rest of a symbol with 1 KB of control characters', 250, 'EVIL'],
    ['by its address when its symbol has 10 KB, and keeps its decimals', 2_500, null],
  ])('names a token %s', async (_how, times, name) => {
    const symbol = `${'\u0007\u202e'.repeat(times)}EVIL`;
    const { address, methods } = await deploy('ERC20PresetFixedSupply', ['Evil', symbol, parseUnits('9', 18), ALICE]);
    const hash = await send({
      from: ALICE,
      to: address,
      data: methods.encodeFunctionData('transfer', [BOB, parseUnits('9', 18)]),
    });
    const movement = { asset: name ?? address, tokenAddress: address, amount: '9' };
    expect((await mined(hash)).movements).toMatchObject([movement]);
  });
});
