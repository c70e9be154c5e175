import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  ContractFactory,
  getCreateAddress,
  HDNodeWallet,
  JsonRpcProvider,
  Mnemonic,
  NonceManager,
  parseEther,
} from 'ethers';
import * as z from 'zod';
import { deployed, mined } from '../chains/mined.ts';
import { deployCode } from '../chains/tiny-contract.ts';

/** The well-known mnemonic whose accounts anvil funds. These accounts hold nothing on other chains. */
const MNEMONIC = 'test test test test test test test test test test test junk';

/** The first contract of the first of these accounts, on a chain that begins anew: its address follows from both. */
export const DEMO_TOKEN = getCreateAddress({
  from: HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(MNEMONIC)).address,
  nonce: 0,
});

/** The code of a contract that sends the value of each call to this address, which the caller need not name. */
const forwarderTo = (address: string): string => `5f5f5f5f3473${address.slice(2).toLowerCase()}5af100`;

const Artifact = z.object({ abi: z.array(z.record(z.string(), z.unknown())), bytecode: z.string() });

/** A sender on the local EVM chain, with ether and with a token named USDC. */
export async function startEvmSender(rpcUrl: string) {
  const provider = new JsonRpcProvider(rpcUrl, 31337, { staticNetwork: true, cacheTimeout: -1, pollingInterval: 50 });
  const account = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(MNEMONIC)).connect(provider);
  const signer = new NonceManager(account);
  const path = '@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json';
  const json = await readFile(createRequire(import.meta.url).resolve(path), 'utf8');
  const { abi, bytecode } = Artifact.parse(JSON.parse(json));
  const factory = new ContractFactory(JSON.stringify(abi), bytecode, signer);
  const deployment = await factory.deploy('Demo USD Coin', 'USDC', parseEther('1000000'), account.address);
  const token = await deployed(deployment);
  if ((await token.getAddress()) !== DEMO_TOKEN) throw new Error('The demo token has not its expected address');
  return {
    address: account.address,
    newAddress: () => HDNodeWallet.createRandom().address,
    sendEther: async (to: string, amount: string) =>
      mined(provider, await signer.sendTransaction({ to, value: parseEther(amount) })),
    /** The token has 18 decimals, like ether. */
    sendToken: async (to: string, amount: string) =>
      mined(provider, await token.getFunction('transfer').send(to, parseEther(amount))),
    /** Pays through a contract: neither the transaction nor a log names the receiver. */
    async sendThroughContract(to: string, amount: string): Promise<string> {
      const forwarder = await deployCode(forwarderTo(to), signer);
      return mined(provider, await signer.sendTransaction({ to: forwarder, value: parseEther(amount) }));
    },
    /** The height of the newest block. */
    height: () => provider.getBlockNumber(),
    stop: () => provider.destroy(),
  };
}
