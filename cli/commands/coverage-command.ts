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

/** The coverage of a chain, and how many watched wallets use the chain. */
type UsedCoverage = Coverage & { readonly wallets: number };

const isMissing = ({ status, wallets }: UsedCoverage): boolean => status === 'unwatched' && wallets > 0;

const columns: Columns<UsedCoverage> = {
  chain: ({ chain }) => chain,
  status: (coverage) => (isMissing(coverage) ? { whole: coverage.status, short: 'not recorded' } : coverage.status),
  wallets: ({ wallets }) => wallets,
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
      // What a program reads stays as the service answers it.
      if (output.json) return output.document({ data: coverages, meta: { total: coverages.length } });
      const used = await Promise.all(coverages.map(async (each) => ({ ...each, wallets: await usersOf(api, each) })));
      const missing = used.filter(isMissing);
      output.list(columns, [...missing, ...used.filter((each) => !isMissing(each))], used.length);
      if (missing.length > 0) output.note(unrecordedText(missing.map((each) => each.chain)));
    });

/** How many watched wallets use a chain. The service counts them. */
async function usersOf(api: ChainwatchClient, { chain }: Coverage): Promise<number> {
  const query = { chain, watch: 'true', pageSize: 1 } as const;
  return dataOf(await api.GET('/api/wallets', { params: { query } })).meta.total;
}

/** That nothing is recorded on chains that wallets use, and what to do. */
export function unrecordedText(chains: readonly string[]): string {
  const [which, them] = chains.length === 1 ? ['this chain', 'it'] : ['these chains', 'them'];
  const found = `Payments on ${chains.join(', ')} are not recorded: the service does not watch ${which}.`;
  return `${found} Ask who runs the service to watch ${them}.`;
}

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
