import { toQuantity } from 'ethers';
import { AnswerTooLargeError, ChainUnavailableError } from '../port/chain-unavailable.ts';
import type { CallLimits, Rpc } from '../port/rpc.ts';
import { CallRevertedError } from './evm-rpc.ts';
import { CallResult } from './schema.ts';

/*
 * Calls to contracts that strangers made. The contract may loop, return megabytes or halt in any way. Each of these is
 * an answer of the contract, and none is a failure of the node.
 */

/** Some ten times what a token behind a proxy uses for `symbol()` or `balanceOf()`. */
const GAS = toQuantity(500_000);
/** A symbol of 32 letters is an answer of some 250 bytes. */
const LIMITS: CallLimits = { maxBytes: 4 * 1024, stranger: 'outcome' };

type At = 'latest' | { readonly blockHash: string };

/** An address without code on every chain. */
const NOBODY = '0x00000000000000000000000000000000c4a1Ba1a';

/**
 * The data that a view function returns. `0x` when the address has no such function, when the contract halts, and when
 * the data are larger than any honest answer.
 * @param at the block after which the function runs.
 * @throws ChainUnavailableError when the nodes fail.
 */
export async function strangersAnswer(
  rpc: Rpc,
  { to, data }: { readonly to: string; readonly data: string },
  at: At,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await rpc.send('eth_call', [{ to, data, gas: GAS }, at], CallResult, signal, LIMITS);
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return '0x';
    if (!(error instanceof CallRevertedError)) throw error;
    // Every node failed at this call. That is the contract's doing if the nodes still serve a call that runs no code.
    if (error.isVague) await callOfNothing(rpc, at, signal);
    return '0x';
  }
}

/** @throws ChainUnavailableError when no node serves any call after the block. */
async function callOfNothing(rpc: Rpc, at: At, signal: AbortSignal): Promise<void> {
  try {
    await rpc.send('eth_call', [{ to: NOBODY, data: '0x', gas: GAS }, at], CallResult, signal);
  } catch (error) {
    if (!(error instanceof CallRevertedError)) throw error;
  }
}

/** Whether a node states that an address has code now. False when no node answers. */
export async function hasCode(rpc: Rpc, address: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await rpc.send('eth_getCode', [address, 'latest'], CallResult, signal, LIMITS)) !== '0x';
  } catch (error) {
    if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
    return error instanceof AnswerTooLargeError;
  }
}
