/**
 * Files that take long or wait long, the slowest first. These files start first, so that no worker runs such a file
 * alone at the end. Without this list Jest goes by the durations of the last run, which a fresh clone does not have.
 * The browser tests stand apart: four of them at once ask more of the local stack than it can answer beside other work.
 */
const SLOW = [
  'browser/every-page',
  'browser/rights',
  'api/authentication',
  'cli/commands',
  'browser/states',
  'torture/short',
  'cli/apply',
  'browser/hostile',
  'api/tenancy',
  'cli/start',
  'browser/journey',
  'valuation/late-decisions',
  'retention/run-expiry',
  'chains/chain-nodes',
  'fuzz/fuzz',
  'watch/truths',
  'deletion/delete-organisation',
  'docs/guides',
  'demo/demo',
  'pipelines/pipelines',
  'evaluation/orphaned',
  'lists/compact',
  'exports/large-file',
  'valuation/dead-source',
  'deferred/many-wallets',
  'api/rule-types',
  'watch/watch',
  'deferred/dust',
  'api/exports',
  'canary/canary',
  'watch/faults',
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
