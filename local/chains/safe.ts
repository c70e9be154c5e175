import {
  BaseContract,
  type ContractTransactionResponse,
  concat,
  type HDNodeWallet,
  JsonRpcProvider,
  parseEther,
  type TransactionResponse,
  toQuantity,
  Wallet,
  ZeroAddress,
  zeroPadValue,
} from 'ethers';
import { mined } from './mined.ts';
import { argumentsOf, deployContracts, type SafeCall } from './safe-contracts.ts';

const CHAIN_ID = 31337;
/** An estimate of the gas would fail for a call that depends on an earlier call of the same block. */
const GAS = { gasLimit: 1_000_000 };

/** What the owners of a Safe sign (EIP-712). */
const SAFE_TX = {
  SafeTx: [
    { type: 'address', name: 'to' },
    { type: 'uint256', name: 'value' },
    { type: 'bytes', name: 'data' },
    { type: 'uint8', name: 'operation' },
    { type: 'uint256', name: 'safeTxGas' },
    { type: 'uint256', name: 'baseGas' },
    { type: 'uint256', name: 'gasPrice' },
    { type: 'address', name: 'gasToken' },
    { type: 'address', name: 'refundReceiver' },
    { type: 'uint256', name: 'nonce' },
  ],
};
const NO_REFUND = { safeTxGas: 0, baseGas: 0, gasPrice: 0, gasToken: ZeroAddress, refundReceiver: ZeroAddress };

export interface NewSafe {
  /** How many owners the Safe has, and how many of them must sign. */
  readonly owners?: number;
  readonly threshold?: number;
  /** In ether. */
  readonly balance?: string;
}

/**
 * Deploys the contracts of Safe on the EVM node, from an account of its own that has 1,000 ether. This account sends
 * the transactions of all Safes, one after the other.
 */
export async function deploySafes(rpcUrl: string) {
  const options = { staticNetwork: true, cacheTimeout: -1, pollingInterval: 20 };
  const provider = new JsonRpcProvider(rpcUrl, CHAIN_ID, options);
  const sender = Wallet.createRandom(provider);
  await provider.send('anvil_setBalance', [sender.address, toQuantity(parseEther('1000'))]);
  const contracts = await deployContracts(sender);

  /** @throws Error when the transaction failed: the Safe refused its signatures, or the call failed. */
  const inBlock = (sent: TransactionResponse): Promise<string> => mined(provider, sent);

  async function newSafe({ owners: count = 3, threshold = 2, balance }: NewSafe = {}) {
    // The Safe wants the signatures in the order of the owners' addresses.
    const owners = Array.from({ length: count }, () => Wallet.createRandom()).sort((a, b) =>
      BigInt(a.address) < BigInt(b.address) ? -1 : 1,
    );
    const addresses = owners.map((owner) => owner.address);
    const setup = [addresses, threshold, ZeroAddress, '0x', ZeroAddress, ZeroAddress, 0, ZeroAddress];
    const salt = BigInt(addresses[0] ?? 0);
    const creation = [contracts.singleton, contracts.methods.encodeFunctionData('setup', setup), salt];
    const create = contracts.proxies.getFunction('createProxyWithNonce');
    const address = String(await create.staticCall(...creation));
    await inBlock(await create.send(...creation));
    if (balance !== undefined) await inBlock(await sender.sendTransaction({ to: address, value: parseEther(balance) }));
    return safeAt(address, owners, owners.slice(0, threshold));
  }

  function safeAt(address: string, owners: readonly HDNodeWallet[], signers: readonly HDNodeWallet[]) {
    const contract = new BaseContract(address, contracts.methods, sender);
    const nextNonce = async () => BigInt(await contract.getFunction('nonce').staticCall());

    async function send(call: SafeCall, nonce: bigint): Promise<ContractTransactionResponse> {
      const signed = { ...argumentsOf(call), ...NO_REFUND };
      const domain = { chainId: CHAIN_ID, verifyingContract: address };
      const signing = signers.map((owner) => owner.signTypedData(domain, SAFE_TX, { ...signed, nonce }));
      const signatures = concat(await Promise.all(signing));
      return contract.getFunction('execTransaction').send(...Object.values(signed), signatures, GAS);
    }

    return {
      address,
      owners: owners.map((owner) => owner.address),

      /** A call of the Safe to itself: only so do owners, modules and the like change. */
      own: (method: string, ...args: readonly unknown[]): SafeCall => {
        return { to: address, data: contracts.methods.encodeFunctionData(method, args) };
      },

      /** Executes a call. Returns the hash of the transaction. */
      execute: async (call: SafeCall): Promise<string> => inBlock(await send(call, await nextNonce())),

      /** Executes calls in one block, in this order. */
      async executeTogether(...calls: readonly SafeCall[]): Promise<string[]> {
        const first = await nextNonce();
        const sent: TransactionResponse[] = [];
        await provider.send('evm_setAutomine', [false]);
        try {
          for (const call of calls) sent.push(await send(call, first + BigInt(sent.length)));
          await provider.send('anvil_mine', ['0x1']);
        } finally {
          await provider.send('evm_setAutomine', [true]);
        }
        return Promise.all(sent.map(inBlock));
      },

      /** Executes a call by the module `relay`, without signatures. The transaction itself does not name the Safe. */
      async executeByRelay(call: SafeCall): Promise<string> {
        const data = contracts.methods.encodeFunctionData(
          'execTransactionFromModule',
          Object.values(argumentsOf(call)),
        );
        const relayed = { to: contracts.relay, data: concat([zeroPadValue(address, 32), data]), ...GAS };
        return inBlock(await sender.sendTransaction(relayed));
      },
    };
  }

  return { ...contracts, newSafe, stop: () => provider.destroy() };
}

export type Safes = Awaited<ReturnType<typeof deploySafes>>;
