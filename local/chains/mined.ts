import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseContract, Provider, TransactionReceipt } from 'ethers';

const PAUSE_MS = 20;
const LIMIT_MS = 60_000;

/**
 * Asks for the receipt of a transaction until a block contains the transaction. The receipt may say that the
 * transaction failed. The `wait` of ethers is not used: `wait` listens for the next block, and the local node makes no
 * next block if ethers begins to listen after the transaction's own block.
 * @throws Error if no block contains the transaction after a minute.
 */
export async function receiptOf(provider: Provider, hash: string): Promise<TransactionReceipt> {
  for (const deadline = performance.now() + LIMIT_MS; performance.now() < deadline; await sleep(PAUSE_MS)) {
    const receipt = await provider.getTransactionReceipt(hash);
    if (receipt !== null) return receipt;
  }
  throw new Error(`transaction ${hash} is in no block after a minute`);
}

/**
 * Waits until a block contains the transaction. Returns the hash of the transaction.
 * @throws Error if the transaction failed, or as {@link receiptOf}.
 */
export async function mined(provider: Provider, { hash }: { readonly hash: string }): Promise<string> {
  const { status } = await receiptOf(provider, hash);
  if (status !== 1) throw new Error(`transaction ${hash} failed`);
  return hash;
}

/**
 * Waits until a block contains the contract that this process deploys. Returns the contract.
 * @throws Error as {@link mined}.
 */
export async function deployed<T extends BaseContract>(contract: T): Promise<T> {
  const creation = contract.deploymentTransaction();
  if (creation === null) throw new Error('this process has not deployed the contract');
  await mined(creation.provider, creation);
  return contract;
}
