import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ContractFactory, JsonRpcProvider, NonceManager, parseEther, toQuantity, Wallet } from 'ethers';
import * as z from 'zod';
import { deployed, receiptOf } from '../../local/chains/mined.ts';

const Artifact = z.object({ abi: z.array(z.record(z.string(), z.unknown())), bytecode: z.string() });

/** The gas of calls that must fail on the chain. An estimate of the gas would fail before the call is sent. */
const GAS = 200_000;

/** A new funded account on the EVM node. Separate accounts have separate nonces, so tests do not conflict. */
export async function newActor(rpcUrl: string) {
  const provider = new JsonRpcProvider(rpcUrl, 31337, { staticNetwork: true, cacheTimeout: -1, pollingInterval: 20 });
  const account = Wallet.createRandom(provider);
  await provider.send('anvil_setBalance', [account.address, toQuantity(parseEther('1000'))]);
  const signer = new NonceManager(account);
  const path = '@openzeppelin/contracts/build/contracts/ERC20PresetMinterPauser.json';
  const json = await readFile(createRequire(import.meta.url).resolve(path), 'utf8');
  const { abi, bytecode } = Artifact.parse(JSON.parse(json));
  const mined = async (sending: Promise<{ hash: string }>): Promise<string> => {
    const { hash } = await sending;
    await receiptOf(provider, hash);
    return hash;
  };
  return {
    provider,
    address: account.address,
    /** Sends payments that one block contains. Returns their hashes. */
    async sendTogether(to: string, amounts: readonly string[]): Promise<string[]> {
      const { maxFeePerGas, maxPriorityFeePerGas } = await provider.getFeeData();
      const fees = { maxFeePerGas, maxPriorityFeePerGas, gasLimit: GAS };
      await provider.send('evm_setAutomine', [false]);
      try {
        const sent = await Promise.all(
          amounts.map((amount) => signer.sendTransaction({ to, value: parseEther(amount), ...fees })),
        );
        await provider.send('evm_mine', []);
        return sent.map(({ hash }) => hash);
      } finally {
        await provider.send('evm_setAutomine', [true]);
      }
    },
    /** Calls a contract. */
    call: (to: string, data: string, gasLimit: number) => mined(signer.sendTransaction({ to, data, gasLimit })),
    sendEther: (to: string, amount: string) => mined(signer.sendTransaction({ to, value: parseEther(amount) })),
    /** A token named USDC, with 18 decimals, that its owner mints. */
    async deployToken() {
      const factory = new ContractFactory(JSON.stringify(abi), bytecode, signer);
      const token = await deployed(await factory.deploy('Test USD Coin', 'USDC'));
      const send = (method: string, ...args: unknown[]) => mined(token.getFunction(method).send(...args));
      return {
        address: await token.getAddress(),
        deployment: token.deploymentTransaction()?.hash ?? '',
        mint: (to: string, amount: string) => send('mint', to, parseEther(amount)),
        transfer: (to: string, amount: string) => send('transfer', to, parseEther(amount)),
        /** Sends more than the balance: the transaction is mined and fails. */
        overdraw: (to: string) => send('transfer', to, parseEther('1000000'), { gasLimit: GAS }),
      };
    },
    stop: () => provider.destroy(),
  };
}

export type Actor = Awaited<ReturnType<typeof newActor>>;
