import { Interface } from 'ethers';
import * as z from 'zod';
import type { FeedAnswer } from '../port/chain.ts';
import type { Rpc } from '../port/rpc.ts';
import { strangersAnswer } from './strangers-call.ts';

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

/** A round has five words of 32 bytes. */
const ROUND_LENGTH = 2 + 5 * 64;

/**
 * The last round of a Chainlink feed; null when the contract states no finished round with a positive answer.
 * @throws ChainUnavailableError when no node answers.
 */
export async function readFeed(rpc: Rpc, address: string, signal: AbortSignal): Promise<FeedAnswer | null> {
  const result = await strangersAnswer(rpc, { to: address, data }, 'latest', signal);
  if (result.length !== ROUND_LENGTH) return null;
  const round = Round.parse(feed.decodeFunctionResult('latestRoundData', result).toArray());
  const { roundId, answer, updatedAt, answeredInRound } = round;
  const isFinished = roundId > 0n && answeredInRound >= roundId && updatedAt > 0n && updatedAt <= MOST_SECONDS;
  return isFinished && answer > 0n ? { answer, updatedAt: new Date(Number(updatedAt) * 1000) } : null;
}
