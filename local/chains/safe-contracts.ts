import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  type BaseContract,
  ContractFactory,
  concat,
  parseEther,
  type Signer,
  solidityPacked,
  zeroPadValue,
} from 'ethers';
import * as z from 'zod';
import { deployed } from './mined.ts';
import { deployCode } from './tiny-contract.ts';

/** What a Safe executes. */
export interface SafeCall {
  readonly to: string;
  /** In ether. */
  readonly value?: string;
  readonly data?: string;
  /** Whether the Safe runs the code of `to` as its own. */
  readonly isDelegatecall?: boolean;
}

/** A call as the first four arguments of the methods that execute calls. */
export const argumentsOf = ({ to, value = '0', data = '0x', isDelegatecall = false }: SafeCall) =>
  ({ to, value: parseEther(value), data, operation: isDelegatecall ? 1 : 0 }) as const;

/** The code of a contract that stores the first word of its input in slot 0. */
const SLOT_WRITER = '60003560005500';
/** The code of a contract that calls the address in the first word of its input, with the rest of the input. */
export const RELAY = '602036038060206000376000600082600060006000355af100';

const Artifact = z.object({ abi: z.array(z.record(z.string(), z.unknown())), bytecode: z.string() });

async function factoryOf(contract: string, signer: Signer): Promise<ContractFactory> {
  const path = `@safe-global/safe-smart-account/build/artifacts/contracts/${contract}.json`;
  const json = await readFile(createRequire(import.meta.url).resolve(path), 'utf8');
  const { abi, bytecode } = Artifact.parse(JSON.parse(json));
  return new ContractFactory(JSON.stringify(abi), bytecode, signer);
}

/** Deploys the contracts that all Safes of a chain share, and the contracts that misuse a Safe. */
export async function deployContracts(signer: Signer) {
  const deploy = async (factory: ContractFactory): Promise<BaseContract> => deployed(await factory.deploy());
  const factory = await factoryOf('Safe.sol/Safe', signer);
  const singleton = await (await deploy(factory)).getAddress();
  const singletonL2 = await (await deploy(await factoryOf('SafeL2.sol/SafeL2', signer))).getAddress();
  const proxies = await deploy(await factoryOf('proxies/SafeProxyFactory.sol/SafeProxyFactory', signer));
  const multiSend = await deploy(await factoryOf('libraries/MultiSend.sol/MultiSend', signer));
  const slotWriter = await deployCode(SLOT_WRITER, signer);
  return {
    /** The methods of a Safe. */
    methods: factory.interface,
    /** The contract whose code a new Safe runs, and the version of this contract for L2. */
    singleton,
    singletonL2,
    /** Makes the proxies, which are the Safes. */
    proxies,
    /** A contract that any Safe can have as a module. */
    relay: await deployCode(RELAY, signer),

    /** Several calls as one. */
    batch: (...calls: readonly SafeCall[]): SafeCall => {
      const types = ['uint8', 'address', 'uint256', 'uint256', 'bytes'];
      const packed = calls.map(argumentsOf).map(({ to, value, data, operation }) => {
        return solidityPacked(types, [operation, to, value, (data.length - 2) / 2, data]);
      });
      const data = multiSend.interface.encodeFunctionData('multiSend', [concat(packed)]);
      return { to: String(multiSend.target), data, isDelegatecall: true };
    },

    /** The call that makes a Safe run other code, without an event. */
    swap: (implementation: string): SafeCall => {
      return { to: slotWriter, data: zeroPadValue(implementation, 32), isDelegatecall: true };
    },
  };
}
