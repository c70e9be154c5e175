import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import {
  type Authorization,
  concat,
  getAddress,
  Interface,
  JsonRpcProvider,
  parseEther,
  toQuantity,
  Wallet,
} from 'ethers';
import * as z from 'zod';
import { Processes } from '../../../local/processes/child-processes.ts';
import { DataDir } from '../../../local/processes/data-dir.ts';
import { startAnvil } from '../../../local/processes/emulators.ts';

/** The chain id of anvil. */
export const CHAIN_ID = 31_337;
/** An account whose key anvil holds. */
const DEPLOYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** A contract on every anvil node that creates others by CREATE2. Its input is the salt and the creation code. */
export const CREATOR = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** Enough for every transaction of these tests, and less than a block allows. */
const GAS = 15_000_000;

const Receipt = z.object({ transactionHash: z.string(), contractAddress: z.string().nullable(), status: z.string() });
const Artifact = z.object({ abi: z.array(z.looseObject({})), bytecode: z.string() });

/** A file of a package, also of a package that exports no such file. */
export const packageFile = (path: string): URL => new URL(`../../../node_modules/${path}`, import.meta.url);

/** The ABI and the creation code of a compiled contract in a package. */
export function artifact(path: string) {
  const { abi, bytecode } = Artifact.parse(JSON.parse(readFileSync(packageFile(path), 'utf8')));
  return { bytecode, methods: new Interface(JSON.stringify(abi)) };
}

const TOKEN = artifact('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json');

/** A new address that nothing has touched. */
export const newAddress = (): string => Wallet.createRandom().address;

/** An EVM node of a test file alone, because the tests reorganise its chain. Call this once per file. */
export function contractNode() {
  const processes = new Processes();
  const directory = mkdtempSync(join(tmpdir(), 'chainwatch-contracts-'));
  let url = '';
  let rpc: JsonRpcProvider;
  beforeAll(async () => {
    const onDeath = (message: string) => process.stderr.write(message);
    url = await startAnvil({ dataDir: new DataDir(directory), processes, onDeath });
    // No cache, because a cache would return an old height.
    rpc = new JsonRpcProvider(url, CHAIN_ID, { staticNetwork: true, cacheTimeout: -1 });
  });
  afterAll(async () => {
    rpc.destroy();
    await processes.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const ended = (answer: unknown, status: 'success' | 'failed' = 'success') => {
    const receipt = Receipt.parse(answer);
    const isExpected = (receipt.status === '0x1') === (status === 'success');
    if (!isExpected) throw new Error(`the transaction ${receipt.transactionHash} ended with ${receipt.status}`);
    return receipt;
  };
  return {
    url: () => url,
    /** Asks the node without the code under test. */
    ask: (method: string, params: unknown[]): Promise<unknown> => rpc.send(method, params),
    balance: (address: string, height?: number): Promise<bigint> => rpc.getBalance(address, height ?? 'latest'),
    read: (to: string, data: string): Promise<string> => rpc.call({ to, data }),
    /** Puts code, ether or storage at an address without a transaction. */
    async put(address: string, { code, ether, storage = [] }: Placed): Promise<void> {
      if (code !== undefined) await rpc.send('anvil_setCode', [address, code]);
      if (ether !== undefined) await rpc.send('anvil_setBalance', [address, toQuantity(parseEther(ether))]);
      for (const [slot, word] of storage.entries()) {
        await rpc.send('anvil_setStorageAt', [address, toQuantity(slot), word]);
      }
    },
    /** A new account with ether. The test holds its key. */
    async account(ether = '1000') {
      const wallet = Wallet.createRandom();
      await this.put(wallet.address, { ether });
      return wallet;
    },
    /** Creates a contract and returns its address. */
    async deploy(bytecode: string, args = '0x'): Promise<string> {
      const transaction = { from: DEPLOYER, data: concat([bytecode, args]), gas: toQuantity(GAS) };
      const { contractAddress } = ended(await rpc.send('eth_sendTransactionSync', [transaction]));
      return getAddress(contractAddress ?? '');
    },
    /** A new token named USDC with 18 decimals. The holder has 1,000 USDC. */
    async token(holder: string) {
      const args = TOKEN.methods.encodeDeploy(['Test USD Coin', 'USDC', parseEther('1000'), holder]);
      return { asset: 'USDC', tokenAddress: await this.deploy(TOKEN.bytecode, args) };
    },
    /** Signs the next transaction of an account, so that a test can put the same transaction into several blocks. */
    async signed(account: Pick<Wallet, 'address' | 'signTransaction'>, call: Call): Promise<string> {
      const fees = {
        type: call.authorizationList === undefined ? 2 : 4,
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        gasLimit: GAS,
      };
      const nonce = await rpc.getTransactionCount(account.address);
      return account.signTransaction({ ...fees, ...call, nonce, chainId: CHAIN_ID });
    },
    /**
     * Sends a signed transaction. The node mines a block with this transaction alone.
     * @throws Error when the transaction ends in another way than expected.
     */
    send: async (raw: string, status?: 'success' | 'failed') =>
      ended(await rpc.send('eth_sendRawTransactionSync', [raw]), status).transactionHash,
    /** Mines a block, so that a reorganisation of later blocks keeps the present state. Returns the height. */
    async settle(): Promise<number> {
      await rpc.send('anvil_mine', [toQuantity(1)]);
      return rpc.getBlockNumber();
    },
    /** Replaces the newest block by a block with these signed transactions. */
    reorganise: async (...raw: readonly string[]): Promise<void> => {
      await rpc.send('anvil_reorg', [1, raw.map((transaction) => [transaction, 0])]);
    },
  };
}
export type ContractNode = ReturnType<typeof contractNode>;

interface Placed {
  readonly code?: string;
  readonly ether?: string;
  /** The words of the first storage slots. */
  readonly storage?: readonly string[];
}

interface Call {
  readonly to: string;
  readonly value?: bigint;
  readonly data?: string;
  readonly authorizationList?: Authorization[];
}
