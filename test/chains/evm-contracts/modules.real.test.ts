import { readFileSync } from 'node:fs';
import { AbiCoder, concat, dataSlice, EventFragment, Interface, toBeHex, zeroPadValue } from 'ethers';
import * as z from 'zod';
import { RELAY } from '../../../local/chains/safe-contracts.ts';
import { quiet } from '../../support/quiet.ts';
import { type ContractCase, testCases } from './contract-case.ts';
import { type ContractNode, contractNode, newAddress } from './contract-node.ts';
import { type Seen, seen } from './expected.ts';

quiet();

const abi = AbiCoder.defaultAbiCoder();
const NOBODY = `0x${'0'.repeat(40)}`;
/** The code of a module that answers true to everything. */
const YES = '0x600160005260206000f3';

const { nexus, bootstrap, proxy } = z
  .object({ nexus: z.string(), bootstrap: z.string(), proxy: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/evm/contracts/nexus.json', import.meta.url), 'utf8')));
const methods = new Interface([
  'function initializeAccount(bytes initData)',
  'function initNexusWithSingleValidator(address validator, bytes data, address registry, address[] attesters, ' +
    'uint8 threshold)',
  'function installModule(uint256 moduleTypeId, address module, bytes initData)',
  'function uninstallModule(uint256 moduleTypeId, address module, bytes deInitData)',
]);
const EXECUTOR = 2;
/** The element before the first of a list of modules. */
const FIRST = `0x${'0'.repeat(39)}1`;

/**
 * A Nexus, an account of ERC-7579. It obeys its EntryPoint. A contract that passes on every call stands in for the
 * EntryPoint, so that a test needs no signed operations.
 */
async function nexusAccount(node: ContractNode) {
  const [entryPoint, validator, executor] = [newAddress(), newAddress(), newAddress()];
  await node.put(entryPoint, { code: `0x${RELAY}` });
  for (const module of [validator, executor]) await node.put(module, { code: YES });
  const implementation = await node.deploy(nexus, zeroPadValue(entryPoint, 32));
  const init = [validator, '0x', NOBODY, [], 0];
  const setUp = abi.encode(
    ['address', 'bytes'],
    [await node.deploy(bootstrap), methods.encodeFunctionData('initNexusWithSingleValidator', init)],
  );
  const created = [implementation, methods.encodeFunctionData('initializeAccount', [setUp])];
  const account = await node.deploy(proxy, abi.encode(['address', 'bytes'], created));
  const bundler = await node.account();
  const signed = (data: string) =>
    node.signed(bundler, { to: entryPoint, data: concat([zeroPadValue(account, 32), data]) });
  return { account, executor, signed };
}

type Change = Pick<Seen['authority'][number], 'kind' | 'before' | 'after'>;

/** The case of a stranger's transaction that makes one change. */
function changing(account: string, transaction: string, change: Change): ContractCase {
  const records = { account: seen({ authority: [{ ...change, subject: account }] }) };
  const alerts = { authority_change: 1 };
  return { watched: { account }, transaction, traced: { records, alerts }, untraced: { records, alerts } };
}

/** The code of a contract that logs an event on every call. The data end in full words. */
function logging(fragment: string, values: unknown[]): string {
  const event = EventFragment.from(fragment);
  const { topics, data } = new Interface([event]).encodeEventLog(event, values);
  const size = (data.length - 2) / 2;
  const stored = Array.from({ length: size / 32 }, (_, n) => {
    return concat(['0x7f', dataSlice(data, 32 * n, 32 * n + 32), '0x61', toBeHex(32 * n, 2), '0x52']);
  });
  const named = topics.toReversed().map((topic) => concat(['0x7f', topic]));
  return concat([...stored, ...named, '0x61', toBeHex(size, 2), '0x6000', toBeHex(0xa0 + topics.length, 1), '0x00']);
}

/*
 * Events of accounts for which no package has the code. The ABIs are those of the npm packages
 * `@account-kit/smart-contracts` 4.88.5, `@zerodev/sdk` 5.5.10 and `viem` 2.57.20.
 */
const MODULE = newAddress();
const PASSKEY = `0x${'ab'.repeat(64)}`;
const logged: Readonly<Record<string, readonly [string, unknown[], Change]>> = {
  'an account of ERC-6900 that logs an installed execution': [
    'event ExecutionInstalled(address indexed module, ((bytes4 executionSelector, bool skipRuntimeValidation, ' +
      'bool allowGlobalValidation)[] executionFunctions, (bytes4 executionSelector, uint32 entityId, bool isPreHook, ' +
      'bool isPostHook)[] executionHooks, bytes4[] interfaceIds) manifest)',
    [MODULE, [[['0x12345678', true, false]], [], ['0x01ffc9a7']]],
    { kind: 'module_enabled', before: null, after: MODULE },
  ],
  'an account of ERC-6900 that logs an uninstalled validation': [
    'event ValidationUninstalled(address indexed module, uint32 indexed entityId, bool onUninstallSucceeded)',
    [MODULE, 7, true],
    { kind: 'module_disabled', before: MODULE, after: null },
  ],
  'an account of ERC-6900 that logs an installed plugin': [
    'event PluginInstalled(address indexed plugin, bytes32 manifestHash, bytes21[] dependencies)',
    [MODULE, `0x${'12'.repeat(32)}`, [`0x${'34'.repeat(21)}`]],
    { kind: 'module_enabled', before: null, after: MODULE },
  ],
  'a Kernel that logs another root validator': [
    'event RootValidatorUpdated(bytes21 rootValidator)',
    [concat(['0x01', MODULE])],
    { kind: 'ownership_transferred', before: null, after: MODULE },
  ],
  'a Coinbase Smart Wallet that logs the removal of a passkey': [
    'event RemoveOwner(uint256 indexed index, bytes owner)',
    [1, PASSKEY],
    { kind: 'owner_removed', before: PASSKEY, after: null },
  ],
};
const loggedCases = Object.entries(logged).map(
  ([name, [fragment, values, change]]) =>
    [
      name,
      async (node: ContractNode) => {
        const [account, stranger] = [newAddress(), await node.account()];
        await node.put(account, { code: logging(fragment, values) });
        return changing(account, await node.signed(stranger, { to: account, data: '0x01' }), change);
      },
    ] as const,
);

testCases(contractNode(), {
  ...Object.fromEntries(loggedCases),

  'an account of ERC-7579 that installs a module': async (node) => {
    const { account, executor, signed } = await nexusAccount(node);
    const install = methods.encodeFunctionData('installModule', [EXECUTOR, executor, '0x']);
    return changing(account, await signed(install), { kind: 'module_enabled', before: null, after: executor });
  },

  'an account of ERC-7579 that uninstalls a module': async (node) => {
    const { account, executor, signed } = await nexusAccount(node);
    await node.send(await signed(methods.encodeFunctionData('installModule', [EXECUTOR, executor, '0x'])));
    const behind = abi.encode(['address', 'bytes'], [FIRST, '0x']);
    const uninstall = methods.encodeFunctionData('uninstallModule', [EXECUTOR, executor, behind]);
    return changing(account, await signed(uninstall), { kind: 'module_disabled', before: executor, after: null });
  },
});
