import { watcherMemoryMb } from '../infra/chain-watchers.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { reportGoals } from './goals.ts';
import type { Spent } from './measured-watcher.ts';
import { MOST_PERCENT, measuredRounds } from './watcher-memory.ts';

// Measures the checks of balances of more addresses than one run of a watcher can check, with nodes that take their
// time: how long the first round of a process takes, in how many stretches, its memory and its read units.
const CHAIN = 'ethereum';
const ADDRESSES = 2_000_000;
/** What a request for balances takes. */
const NODE_MS = 300;
/** A run of a watcher lasts two minutes, so it always finishes a stretch of half this time. */
const MOST_STRETCH_S = 60;

const dynamoDb = await startMeteredDynamoDb();
try {
  const {
    mostMb,
    rounds: [round = []],
    units: [units = 0],
  } = await measuredRounds(dynamoDb, CHAIN, ADDRESSES, { nodeMs: NODE_MS, rounds: 1 });
  const memoryMb = watcherMemoryMb(CHAIN);
  const secondsOf = (of: (stretch: Spent) => number) => round.reduce((sum, each) => sum + of(each), 0) / 1000;
  const note = `${Math.round(mostMb)} of ${memoryMb} MB`;
  const name = `${CHAIN}: ${ADDRESSES.toLocaleString('en')} addresses, ${NODE_MS} ms a request`;
  const stretches = `${round.length} stretches`;
  const longest = Math.max(...round.map(({ elapsedMs }) => elapsedMs)) / 1000;
  reportGoals([
    { name: `${name}, memory`, figure: (100 * mostMb) / memoryMb, unit: '%', atMost: MOST_PERCENT, note },
    { name: `${name}, the longest stretch`, figure: longest, unit: 's', atMost: MOST_STRETCH_S },
    { name: `${name}, a round`, figure: secondsOf((each) => each.elapsedMs), unit: 's', note: stretches },
    { name: `${name}, a round, processor`, figure: secondsOf((each) => each.processMs), unit: 's' },
    { name: `${name}, the first round of a process, reads of balances`, figure: units, unit: 'units' },
  ]);
} finally {
  await dynamoDb.stop();
}
