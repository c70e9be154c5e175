/**
 * Files that take long or wait long, the slowest first. These files start first, so that no worker runs such a file
 * alone at the end. Without this list Jest goes by the durations of the last run, which a fresh clone does not have.
 */
const SLOW = [
  'api/authentication',
  'torture/short',
  'fuzz/fuzz',
  'reconcile/crash',
  'local/cli/start',
  'evaluation/orphaned',
  'deliveries/limits/drain-faults',
  'watch/faults',
  'watch/killed',
  'email/mail-rate',
  'api/busy-receiver',
  'api/tenancy',
  'evm-contracts/payments',
  'replays/crash',
  'watch/reorg',
  'backfill/scan-part',
  'local/aws/poison',
  'deliveries/limits/drain-races',
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
