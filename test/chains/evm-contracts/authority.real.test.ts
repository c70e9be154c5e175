import { concat, formatEther, type HDNodeWallet, Interface, parseEther, toBeHex } from 'ethers';
import { quiet } from '../../support/quiet.ts';
import { testCases } from './contract-case.ts';
import { artifact, type ContractNode, contractNode, newAddress } from './contract-node.ts';
import { ether, paid, type Seen, seen } from './expected.ts';
import { payer } from './payer.ts';

quiet();

const admin1967 = new Interface([
  'function upgradeTo(address implementation)',
  'function upgradeToAndCall(address implementation, bytes data)',
  'function changeAdmin(address admin)',
]);

/** A proxy of ERC-1967 with 12 ether, and a contract that may become its next implementation. */
async function proxied(node: ContractNode, admin: string, nextCode = payer([])) {
  const { bytecode, methods } = artifact('@openzeppelin/contracts/build/contracts/TransparentUpgradeableProxy.json');
  const [first, next] = [newAddress(), newAddress()];
  await node.put(first, { code: payer([]) });
  await node.put(next, { code: nextCode });
  const proxy = await node.deploy(bytecode, methods.encodeDeploy([first, admin, '0x']));
  await node.put(proxy, { ether: '12' });
  return { proxy, next };
}

type Change = Seen['authority'][number];
const upgraded = (subject: string, after: string): Change => ({
  kind: 'implementation_changed',
  subject,
  before: null,
  after,
});

const { methods: entryPoint, bytecode: entryPointCode } = artifact(
  '@account-abstraction/contracts/artifacts/EntryPoint.json',
);
const account = new Interface(['function execute(address dest, uint256 value, bytes func)']);
const factory = artifact('@account-abstraction/contracts/artifacts/SimpleAccountFactory.json');

/** The gas that a user operation may use. The account pays the highest price of this gas in advance. */
const VERIFICATION_GAS = 1_000_000n;
const CALL_GAS = 200_000n;
const OTHER_GAS = 50_000n;
const MAX_FEE = 2_000_000_000n;
const PREFUND = formatEther((VERIFICATION_GAS + CALL_GAS + OTHER_GAS) * MAX_FEE);

const pairOf = (high: bigint, low: bigint): string => concat([toBeHex(high, 16), toBeHex(low, 16)]);

testCases(contractNode(), {
  'an upgrade of a proxy by its admin': async (node) => {
    const admin = await node.account();
    const { proxy, next } = await proxied(node, admin.address);
    const records = {
      admin: seen({ direction: 'internal' }),
      proxy: seen({ direction: 'internal', authority: [upgraded(proxy, next)] }),
    };
    return {
      watched: { admin: admin.address, proxy },
      transaction: await node.signed(admin, { to: proxy, data: admin1967.encodeFunctionData('upgradeTo', [next]) }),
      traced: { records, alerts: { authority_change: 1 } },
      untraced: { records, alerts: { authority_change: 1 } },
    };
  },

  'a change of the admin of a proxy': async (node) => {
    const [admin, heir] = [await node.account(), newAddress()];
    const { proxy } = await proxied(node, admin.address);
    const changed = { kind: 'admin_changed', subject: proxy, before: admin.address, after: heir } as const;
    const records = { proxy: seen({ authority: [changed] }) };
    return {
      watched: { proxy },
      transaction: await node.signed(admin, { to: proxy, data: admin1967.encodeFunctionData('changeAdmin', [heir]) }),
      traced: { records, alerts: { authority_change: 1 } },
      untraced: { records, alerts: { authority_change: 1 } },
    };
  },

  'an upgrade of a proxy to code that empties the proxy': async (node) => {
    const [admin, thief] = [await node.account(), newAddress()];
    const { proxy, next } = await proxied(node, admin.address, payer([{ to: thief, value: 'all' }]));
    const authority = [upgraded(proxy, next)];
    // The proxy delegates with the value that the proxy received. Only the payment to the thief moves value on.
    const received = ether('value', admin.address, proxy, '1', 'inbound');
    const stolen = ether('call', proxy, thief, '13', 'outbound');
    const data = admin1967.encodeFunctionData('upgradeToAndCall', [next, '0x01']);
    const alerts = { any_transfer: 1, authority_change: 1 };
    return {
      watched: { proxy },
      transaction: await node.signed(admin, { to: proxy, data, value: parseEther('1') }),
      traced: {
        records: { proxy: paid(stolen, { tokenAmount: '12', transfers: [received, stolen], authority }) },
        alerts,
      },
      untraced: { records: { proxy: paid(received, { authority }) }, alerts },
    };
  },

  // Scenario: a bundler sends two operations, which also create their accounts. The first account pays a wallet.
  'a bundle of two user operations of ERC-4337': async (node) => {
    const [bundler, payee, stranger] = [await node.account(), newAddress(), newAddress()];
    const entry = await node.deploy(entryPointCode);
    const creator = await node.deploy(factory.bytecode, factory.methods.encodeDeploy([entry]));
    const read = async (of: Interface, at: string, name: string, args: unknown[] = []) =>
      String(of.decodeFunctionResult(name, await node.read(at, of.encodeFunctionData(name, args)))[0]);
    const implementation = await read(factory.methods, creator, 'accountImplementation');

    /** A signed operation by which a new account of the owner pays ether. */
    const operation = async (owner: HDNodeWallet, to: string, amount: string) => {
      const sender = await read(factory.methods, creator, 'getAddress', [owner.address, 0]);
      await node.put(sender, { ether: '10' });
      const unsigned = {
        sender,
        nonce: 0,
        initCode: concat([creator, factory.methods.encodeFunctionData('createAccount', [owner.address, 0])]),
        callData: account.encodeFunctionData('execute', [to, parseEther(amount), '0x']),
        accountGasLimits: pairOf(VERIFICATION_GAS, CALL_GAS),
        preVerificationGas: OTHER_GAS,
        gasFees: pairOf(MAX_FEE, MAX_FEE),
        paymasterAndData: '0x',
        signature: '0x',
      };
      const hash = await read(entryPoint, entry, 'getUserOpHash', [unsigned]);
      return { ...unsigned, signature: owner.signingKey.sign(hash).serialized };
    };
    const first = await operation(await node.account(), payee, '2');
    const second = await operation(await node.account(), stranger, '1');
    const data = entryPoint.encodeFunctionData('handleOps', [[first, second], bundler.address]);
    const paidOut = ether('call', first.sender, payee, '2', 'internal');
    const prepaid = ether('call', first.sender, entry, PREFUND, 'outbound');
    const authority = [upgraded(first.sender, implementation)];
    return {
      watched: { account: first.sender, payee },
      transaction: await node.signed(bundler, { to: entry, data }),
      traced: {
        records: {
          account: paid(paidOut, { tokenAmount: '2.0025', transfers: [prepaid, paidOut], authority }),
          payee: paid(paidOut),
        },
        alerts: { any_transfer: 2, authority_change: 1 },
      },
      untraced: { records: { account: seen({ authority }) }, alerts: { authority_change: 1 } },
    };
  },
});
