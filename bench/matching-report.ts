import { loadavg } from 'node:os';
import { figure, printTable } from './figures.ts';
import { type Goal, reportGoals } from './goals.ts';

/** The units of a full-size block with so many watched addresses. */
export interface Matching {
  readonly name: string;
  readonly watched: number;
  /** How often the transactions of the block name a watched address. */
  readonly hits: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface ColdStart {
  readonly name: string;
  readonly addresses: number;
  readonly seconds: number;
  readonly readUnits: number;
  readonly heldMb: number;
  readonly mostMb: number;
}

/** The write units of a wallet on one chain. */
export interface WalletWrites {
  readonly create: number;
  readonly remove: number;
}

const GOAL = { units: 8, perHit: 3, seconds: 3, readUnits: 15_000, mostMb: 64, moreWrites: 4 };
/** Of the commit aa19f78, where the watcher read each address of a block by key. */
const WRITES_BEFORE: WalletWrites = { create: 12, remove: 12 };
/** The renewed lease, and a poll without a new block: at most one unit each per block. The scans leave them out. */
const BESIDE = 2;

/** Prints the figures beside their goals. */
export function reportMatching(
  matchings: readonly Matching[],
  starts: readonly ColdStart[],
  writes: WalletWrites,
): void {
  const goals: Goal[] = [];
  const judged = (name: string, unit: string, value: number, atMost: number): string => {
    goals.push({ name, unit, figure: value, atMost });
    return `${figure(value)} of ${figure(atMost)}`;
  };
  console.log(
    `\nUnits per full-size block to find its watched addresses, with ${BESIDE} for the lease and an idle poll`,
  );
  printTable(
    ['', 'watched', 'hits', 'read', 'written', 'all, of the goal'],
    matchings.map(({ name, watched, hits, readUnits, writeUnits }) => [
      name,
      watched.toLocaleString('en'),
      String(hits),
      figure(readUnits),
      figure(writeUnits),
      judged(
        `${name}: ${watched.toLocaleString('en')} watched, ${hits} hits`,
        'units',
        readUnits + writeUnits + BESIDE,
        GOAL.units + GOAL.perHit * hits,
      ),
    ]),
  );
  console.log(`\nThe start of a process, with DynamoDB on the same machine (load ${loadavg().map(figure).join(', ')})`);
  printTable(
    ['', 'addresses', 'seconds', 'read units', 'MB held', 'MB at most'],
    starts.map(({ name, addresses, seconds, readUnits, heldMb, mostMb }) => [
      name,
      addresses.toLocaleString('en'),
      judged(`${name}: start of a process`, 's', seconds, GOAL.seconds),
      judged(`${name}: start of a process`, 'read units', readUnits, GOAL.readUnits),
      figure(heldMb),
      judged(`${name}: start of a process`, 'MB', mostMb, GOAL.mostMb),
    ]),
  );
  console.log('\nWrite units of a wallet on one chain');
  printTable(
    ['', 'before', 'now, of the goal'],
    (['create', 'remove'] as const).map((name) => [
      name,
      figure(WRITES_BEFORE[name]),
      judged(`a wallet: ${name}`, 'write units', writes[name], WRITES_BEFORE[name] + GOAL.moreWrites),
    ]),
  );
  reportGoals(goals);
}
