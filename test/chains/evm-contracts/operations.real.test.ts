import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { concat, type HDNodeWallet, Interface, parseEther, toBeHex } from 'ethers';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { quiet } from '../../support/quiet.ts';
import { thrice } from '../../support/rpc-nodes.ts';
import { watchingCase } from './contract-case.ts';
import { artifact, CREATOR, contractNode, newAddress } from './contract-node.ts';

quiet();
const { signal } = new AbortController();
const node = contractNode();

const { bytecode: code8, methods: entryPoint } = artifact('@account-abstraction/contracts/artifacts/EntryPoint.json');
const code7 = JSON.parse(
  readFileSync(new URL('../../fixtures/evm/contracts/entry-point-0.7.json', import.meta.url), 'utf8'),
).bytecode;
/** The versions with the salts of their publishers, by which they have the same address on every chain. */
const versions = [
  {
    version: '0.7',
    address: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    creation: concat(['0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3', code7]),
  },
  {
    version: '0.8',
    address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    creation: concat(['0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9', code8]),
  },
];
const simple = artifact('@account-abstraction/contracts/artifacts/SimpleAccount.json');
const proxy = artifact('@openzeppelin/contracts/build/contracts/ERC1967Proxy.json');
const target = new Interface(['function vote(uint256 proposal)', 'function stake(uint256 amount)']);

const VERIFICATION_GAS = 500_000n;
const CALL_GAS = 300_000n;
const pairOf = (high: bigint, low: bigint): string => concat([toBeHex(high, 16), toBeHex(low, 16)]);

/** A smart account that has paid the EntryPoint in advance, so that its operations move nothing. */
async function smartAccount({ address: entry, creation }: (typeof versions)[number]) {
  const [owner, bundler] = [await node.account(), await node.account()];
  if ((await node.ask('eth_getCode', [entry, 'latest'])) === '0x') {
    await node.send(await node.signed(bundler, { to: CREATOR, data: creation }));
  }
  const implementation = await node.deploy(simple.bytecode, simple.methods.encodeDeploy([entry]));
  const setUp = simple.methods.encodeFunctionData('initialize', [owner.address]);
  const account = await node.deploy(proxy.bytecode, proxy.methods.encodeDeploy([implementation, setUp]));
  const deposit = entryPoint.encodeFunctionData('depositTo', [account]);
  await node.send(await node.signed(bundler, { to: entry, data: deposit, value: parseEther('1') }));
  return { owner, bundler, account, entry };
}

/** The signed bundle of one operation with these call data. */
async function bundle(
  { owner, bundler, account, entry }: { owner: HDNodeWallet; bundler: HDNodeWallet; account: string; entry: string },
  callData: string,
) {
  const unsigned = {
    sender: account,
    nonce: 0,
    initCode: '0x',
    callData,
    accountGasLimits: pairOf(VERIFICATION_GAS, CALL_GAS),
    preVerificationGas: 50_000n,
    gasFees: pairOf(1n, 1_000_000_000n),
    paymasterAndData: '0x',
    signature: '0x',
  };
  const hash = await node.read(entry, entryPoint.encodeFunctionData('getUserOpHash', [unsigned]));
  const signed = { ...unsigned, signature: owner.signingKey.sign(hash).serialized };
  const data = entryPoint.encodeFunctionData('handleOps', [[signed], bundler.address]);
  return node.signed(bundler, { to: entry, data });
}

/** What the records of a watched account say after the bundle, and which rules fire. */
async function watched(account: string, transaction: string, rules: readonly object[]) {
  const nothing = { records: {}, alerts: {} };
  const watching = await watchingCase(
    node,
    { watched: { account }, transaction, traced: nothing, untraced: nothing },
    await node.settle(),
  );
  for (const rule of rules) await watching.scenario.makeRule({ cooldownMinutes: 0, ...rule });
  const hash = await node.send(transaction);
  const { records, alerts } = await watching.outcome();
  const { organisation, evaluation } = watching.scenario;
  const stored = await evaluation.transactions.byHash(organisation, hash);
  // A lookup and an import state the same of the account.
  const found = await evmReader(chainOf('anvil'), thrice(node.url())).lookup(hash, signal);
  expect(found?.operations?.map((operation) => operation.account) ?? []).toEqual(records.map(() => account));
  return { records, alerts, stored };
}

const rulesFor = (contract: string, method: string) => [
  { ruleType: 'contract_call', conditions: { contract_address: contract } },
  { ruleType: 'method_call', conditions: { method } },
];

describe.each(versions)('an operation of a smart account through EntryPoint $version', (version) => {
  it('gives a record and alerts of its own call when it moves nothing', async () => {
    const made = await smartAccount(version);
    const [called, vote] = [newAddress(), target.encodeFunctionData('vote', [7])];
    await node.put(called, { code: '0x00' });
    const callData = simple.methods.encodeFunctionData('execute', [called, 0, vote]);
    const { stored, alerts } = await watched(
      made.account,
      await bundle(made, callData),
      rulesFor(called, 'vote(uint256)'),
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      status: 'success',
      txType: 'contract_call',
      fromAddress: made.account,
      toAddress: called,
      called,
      sender: made.bundler.address,
      methodSelector: vote.slice(0, 10),
      transfers: [],
    });
    expect(stored[0]?.unsigned).toBeUndefined();
    expect(alerts).toEqual({ contract_call: 1, method_call: 1 });
  });

  it('has status failed when its call reverts, though the bundle succeeded', async () => {
    const made = await smartAccount(version);
    const [called, vote] = [newAddress(), target.encodeFunctionData('vote', [7])];
    await node.put(called, { code: '0x60006000fd' });
    const callData = simple.methods.encodeFunctionData('execute', [called, 0, vote]);
    const { stored, alerts } = await watched(
      made.account,
      await bundle(made, callData),
      rulesFor(called, 'vote(uint256)'),
    );
    expect(stored).toMatchObject([{ status: 'failed', called, methodSelector: vote.slice(0, 10) }]);
    expect(alerts).toEqual({ contract_call: 1, method_call: 1 });
  });

  it('gives alerts of each call of a batch', async () => {
    const made = await smartAccount(version);
    const [first, second] = [newAddress(), newAddress()];
    for (const address of [first, second]) await node.put(address, { code: '0x00' });
    const callData = simple.methods.encodeFunctionData('executeBatch', [
      [
        [first, 0, target.encodeFunctionData('vote', [7])],
        [second, 0, target.encodeFunctionData('stake', [1])],
      ],
    ]);
    const { stored, alerts } = await watched(made.account, await bundle(made, callData), rulesFor(second, 'stake'));
    expect(stored).toMatchObject([{ called: first, furtherCalls: [{ to: second }] }]);
    expect(alerts).toEqual({ contract_call: 1, method_call: 1 });
  });
});
