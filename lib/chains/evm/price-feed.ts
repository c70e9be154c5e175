import { Interface } from 'ethers';
import * as z from 'zod';
import type { FeedAnswer } from '../port/chain.ts';
import type { Rpc } from '../port/rpc.ts';
import { CallRevertedError } from './evm-rpc.ts';
import { CallResult } from './schema.ts';

/** https://docs.chain.link/data-feeds/api-reference */
const feed = new Interface([
  'function latestRoundData() view returns (uint80 round, int256 answer, uint256 started, uint256 updated, uint80 of)',
]);
const data = feed.encodeFunctionData('latestRoundData');

/** The year 9999: a later time is no time. */
const MOST_SECONDS = 253_402_300_799n;

const Round = z
  .tuple([z.bigint(), z.bigint(), z.bigint(), z.bigint(), z.bigint()])
  .transform(([roundId, answer, , updatedAt, answeredInRound]) => ({ roundId, answer, updatedAt, answeredInRound }));

/** The words of a round: five of 32 bytes. A longer answer is no answer of a feed. */
const RoundData = CallResult.refine((answer) => answer === '0x' || answer.length === 322, 'is no round of a feed');

/**
 * The last round of a Chainlink feed; null when the contract states no finished round with a positive answer.
 * @throws ChainUnavailableError when no node answers.
 */
export async function readFeed(rpc: Rpc, address: string, signal: AbortSignal): Promise<FeedAnswer | null> {
  const result = await called(rpc, address, signal);
  if (result === '0x') return null;
  const round = Round.parse(feed.decodeFunctionResult('latestRoundData', result).toArray());
  const { roundId, answer, updatedAt, answeredInRound } = round;
  const isFinished = roundId > 0n && answeredInRound >= roundId && updatedAt > 0n && updatedAt <= MOST_SECONDS;
  return isFinished && answer > 0n ? { answer, updatedAt: new Date(Number(updatedAt) * 1000) } : null;
}

async function called(rpc: Rpc, to: string, signal: AbortSignal): Promise<string> {
  try {
    return await rpc.send('eth_call', [{ to, data }, 'latest'], RoundData, signal);
  } catch (error) {
    if (error instanceof CallRevertedError) return '0x';
    throw error;
  }
}
