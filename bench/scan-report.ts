import { loadavg } from 'node:os';
import type { Usage } from './capacity.ts';
import { figure, printTable } from './figures.ts';

/** The measurements of the scan of a family's blocks. */
export interface Scanned {
  readonly family: string;
  readonly wallets: number;
  /** The average number of distinct addresses in a block. */
  readonly addresses: number;
  /** The capacity per block, by operation. */
  readonly usage: Usage;
  readonly blocksPerSecond: number;
  readonly cpuMs: number;
  readonly heldMb: number;
  readonly peakMb: number;
}

/** The measurements of a scan where a sample of the blocks' own addresses is watched. */
export interface Matched {
  readonly family: string;
  readonly addresses: number;
  readonly watched: number;
  readonly usage: Usage;
  /** The number of new records per block. */
  readonly records: number;
}

export function report(levels: readonly Scanned[], matches: readonly Matched[]): void {
  const wallets = [...new Set(levels.map((level) => level.wallets))];
  console.log('Capacity units per block, and the number of requests, at the head of the chain');
  const rows = [...new Set(levels.map(({ family }) => family))].flatMap((family) => {
    const own = levels.filter((level) => level.family === family);
    const usages = own.map(({ usage }) => usage);
    return [
      [`${family}: distinct addresses`, ...own.map(({ addresses }) => figure(addresses))],
      ...usageRows(family, usages),
    ];
  });
  printTable(['', ...wallets.map(countOf)], rows);

  console.log('\nThe same with 1 % of all the addresses in these blocks watched, in wallets of as many organisations');
  const matched = matches.flatMap(({ family, usage, ...counts }) => [
    [`${family}: records (${counts.watched} of ${counts.addresses} addresses)`, figure(counts.records)],
    ...usageRows(family, [usage]),
  ]);
  printTable(['', 'per block'], matched);

  console.log(`\nScanning, with DynamoDB on the same machine (load ${loadavg().map(figure).join(', ')})`);
  const costs = levels.map(({ family, blocksPerSecond, cpuMs, heldMb, peakMb, ...level }) => [
    `${family}: ${countOf(level.wallets)}`,
    ...[blocksPerSecond, cpuMs, heldMb, peakMb].map(figure),
  ]);
  printTable(['', 'blocks/s', 'CPU ms/block', 'MB held', 'MB with garbage, at most'], costs);
}

const countOf = (wallets: number) => `${wallets.toLocaleString('en')} wallets`;

/** A row per operation, and a row for the sum. */
function usageRows(family: string, usages: readonly Usage[]): string[][] {
  const operations = [...new Set(usages.flatMap((usage) => [...usage.keys()]))];
  const cell = (usage: Usage, names: readonly string[]) => {
    const sum = (of: 'requests' | 'units') => names.reduce((total, name) => total + (usage.get(name)?.[of] ?? 0), 0);
    return `${sum('units').toFixed(2)} in ${sum('requests').toFixed(2)}`;
  };
  return [
    ...operations.map((name) => [`${family}: ${name}`, ...usages.map((usage) => cell(usage, [name]))]),
    [`${family}: all`, ...usages.map((usage) => cell(usage, operations))],
  ];
}
