import { ContractFactory, type Signer } from 'ethers';
import { deployed } from './mined.ts';

/** Deploys a contract of at most 32 bytes of code, given in hex without `0x`. Returns its address. */
export async function deployCode(code: string, signer: Signer): Promise<string> {
  const contract = await deployed(await new ContractFactory([], deploying(code), signer).deploy());
  return contract.getAddress();
}

/** The transaction data that makes the contract. */
function deploying(code: string): string {
  const size = code.length / 2;
  const hex = (n: number) => n.toString(16).padStart(2, '0');
  // PUSH<size> code, PUSH1 0, MSTORE, PUSH1 size, PUSH1 offset, RETURN
  return `0x${hex(0x5f + size)}${code}60005260${hex(size)}60${hex(32 - size)}f3`;
}
