import { type ChainwatchClient, type components, dataOf, pages } from '../../sdk/index.ts';
import { ChainId, type Coverage } from '../base/api-values.ts';
import { type Cli, command } from '../base/command.ts';
import { idOf } from '../base/named.ts';
import type { Columns } from '../output/text-table.ts';

type WalletCoverage = components['schemas']['WalletCoverage'];

interface Heights {
  readonly from: number;
  readonly to: number;
}

const heights = (ranges: readonly Heights[]): string => ranges.map(({ from, to }) => `${from}-${to}`).join(' ');

const columns: Columns<Coverage> = {
  chain: ({ chain }) => chain,
  status: ({ status }) => status,
  behind: ({ lag }) => (lag === null ? null : `${lag.blocks} blocks, ${lag.seconds} s`),
  reason: ({ stopped }) => stopped?.reason,
  gaps: ({ gaps }) => heights(gaps),
  'recorded to': ({ recordedTo }) => recordedTo,
  height: ({ height }) => height,
  head: ({ head }) => head,
};

const walletColumns: Columns<WalletCoverage> = {
  chain: ({ chain }) => chain,
  scanned: ({ ranges }) => heights(ranges),
  gaps: ({ gaps }) => heights(gaps),
  differences: ({ openDifferences }) => openDifferences,
  'recorded to': ({ recordedTo }) => recordedTo,
  'balance checked to': ({ reconciledTo }) => reconciledTo,
  'inner payments': ({ innerPayments }) => innerPayments?.replaceAll('_', ' '),
  since: ({ since }) => since,
};

export const coverageCommand = (cli: Cli) =>
  command('coverage', 'Show what is scanned, of the chains or for one wallet', ['coverage', 'coverage --wallet 5f1c…'])
    .argument('[chain]', 'one chain (default: all)')
    .option('--wallet <wallet>', 'what was scanned for this wallet')
    .action(async (chain, { wallet }) => {
      const { api, output } = cli;
      if (wallet !== undefined) {
        const id = await idOf(api, 'wallet', wallet);
        const { data } = dataOf(await api.GET('/api/wallets/{id}/coverage', { params: { path: { id } } }));
        const shown = data.filter((each) => chain === undefined || each.chain === chain);
        output.list(walletColumns, shown, shown.length);
        return;
      }
      const coverages = chain === undefined ? await coverageOfAll(api) : [await coverageOf(api, chain)];
      output.list(columns, coverages, coverages.length);
    });

/** The coverage of one chain. */
export const coverageOf = async (api: ChainwatchClient, chain: string): Promise<Coverage> =>
  dataOf(await api.GET('/api/chains/{id}/coverage', { params: { path: { id: ChainId.parse(chain) } } }));

/** The coverage of every chain of the service. */
export async function coverageOfAll(api: ChainwatchClient): Promise<Coverage[]> {
  const ids: string[] = [];
  for await (const page of pages((cursor) =>
    api.GET('/api/chains', { params: { query: { cursor, pageSize: 100 } } }),
  )) {
    ids.push(...page.map(({ id }) => id));
  }
  return Promise.all(ids.map((id) => coverageOf(api, id)));
}
