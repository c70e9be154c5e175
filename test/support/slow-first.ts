/**
 * Files that take long or wait long, the slowest first. These files start first, so that no worker runs such a file
 * alone at the end. Without this list Jest goes by the durations of the last run, which a fresh clone does not have.
 */
const SLOW = [
  'browser/every-page',
  'browser/rights',
  'browser/states',
  'browser/hostile',
  'browser/journey',
  'cli/commands',
  'cli/apply',
  'api/authentication',
  'handover/crash',
  'local/cli/start',
  'docs/guides',
  'evaluation/orphaned',
  'email/mail-rate',
  'balances/together',
  'balances/killed',
  'api/conventions',
  'exports/crash',
  'lists/compact',
  'torture/short',
  'fuzz/fuzz',
  'watch/faults',
  'matches/record-matches',
  'transactions/transaction-list',
  'exports/large-file',
  'handover/run-handover',
  'api/busy-receiver',
  'api/tenancy',
  'evm-contracts/payments',
  'replays/crash',
  'watch/reorg',
  'balances/restless',
  'balances/any-changes',
  'local/aws/poison',
  'deliveries/limits/drain-races',
  'deliveries/limits/drain-faults',
  'watch/killed',
  'matches/any-order',
  'local/demo/demo',
  'local/chains/chain-nodes',
];

interface TestFile {
  readonly path: string;
}

const rankOf = ({ path }: TestFile): number => {
  const rank = SLOW.findIndex((name) => path.includes(`${name}.`));
  return rank === -1 ? SLOW.length : rank;
};

/** What Jest asks of a test sequencer. */
export default class SlowFirst {
  sort<T extends TestFile>(tests: readonly T[]): T[] {
    return tests.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.path < b.path ? -1 : 1));
  }

  allFailedTests<T extends TestFile>(tests: readonly T[]): readonly T[] {
    return tests;
  }

  cacheResults(): void {}
}
