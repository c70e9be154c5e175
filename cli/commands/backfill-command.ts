import { type components, dataOf, pages } from '../../sdk/index.ts';
import { chainOption } from '../base/chain-option.ts';
import { type Cli, command, group, limitOption, printList, wholeNumber } from '../base/command.ts';
import { finished } from '../base/job.ts';
import { named } from '../base/nameable.ts';
import { idOf, idsAmong } from '../base/named.ts';
import type { Columns } from '../output/text-table.ts';

type Backfill = components['schemas']['Backfill'];

const columns: Columns<Backfill> = {
  id: ({ id }) => id,
  chain: ({ chain }) => chain,
  wallet: ({ walletId }) => walletId,
  from: ({ fromHeight }) => fromHeight,
  to: ({ toHeight }) => toHeight,
  status: ({ status }) => status,
  blocks: ({ blocksDone, blocksTotal }) => `${blocksDone}/${blocksTotal}`,
  found: ({ transactionsFound }) => transactionsFound,
  failure: ({ failure }) => failure,
};

export const backfillCommand = (cli: Cli) =>
  group('backfill', 'Jobs that scan past blocks for a wallet').addCommand(start(cli)).addCommand(status(cli));

const start = (cli: Cli) =>
  command('start', 'Scan past blocks for a wallet', [
    'backfill start ethereum --wallet 5f1c… --from 21000000 --to 21050000',
    'backfill start anvil --wallet 5f1c… --from 0 --to 10 --wait',
  ])
    .argument('<chain>', 'the chain', chainOption)
    .requiredOption('--wallet <wallet>', 'the wallet')
    .requiredOption('--from <height>', 'the first block', wholeNumber)
    .requiredOption('--to <height>', 'the last block; at most 100,000 blocks in all', wholeNumber)
    .option('--evaluate-rules', 'alert about what is found')
    .option('--wait', 'wait until the job ends')
    .action(async (chain, { wallet, from: fromHeight, to: toHeight, evaluateRules = false, wait }) => {
      const { api, output } = cli;
      const walletId = await idOf(api, 'wallet', wallet);
      const body = { walletId, fromHeight, toHeight, evaluateRules };
      const job = dataOf(await api.POST('/api/chains/{id}/backfill', { params: { path: { id: chain } }, body }));
      const path = { id: chain, backfillId: job.id };
      const load = async () => dataOf(await api.GET('/api/chains/{id}/backfill/{backfillId}', { params: { path } }));
      const progress = ({ blocksDone, blocksTotal }: Backfill) => `${blocksDone} of ${blocksTotal} blocks`;
      const show = (shown: Backfill) => output.item(columns, shown);
      if (wait) await finished(output, job, load, progress, show);
      else show(job);
    });

const status = (cli: Cli) =>
  command('status', 'Show one backfill, or list those of a chain', [
    'backfill status ethereum',
    'backfill status ethereum 7f5e… --json',
  ])
    .argument('<chain>', 'the chain', chainOption)
    .argument('[backfill]', 'the beginning of its id')
    .addOption(limitOption())
    .action(async (id, name, { limit }) => {
      const { api, output } = cli;
      if (name === undefined) {
        await printList(cli, columns, limit, (query) =>
          api.GET('/api/chains/{id}/backfill', { params: { path: { id }, query } }),
        );
        return;
      }
      const list = pages((cursor) =>
        api.GET('/api/chains/{id}/backfill', { params: { path: { id }, query: { cursor, pageSize: 100 } } }),
      );
      const [backfillId = name] = await idsAmong(
        {
          what: 'backfill',
          listedBy: `backfill status ${id}`,
          list: named(list, ({ status: state, fromHeight, toHeight }) => ({
            names: [],
            about: () => `${state}, ${fromHeight} to ${toHeight}`,
          })),
        },
        [name],
      );
      const params = { path: { id, backfillId } };
      output.item(columns, dataOf(await api.GET('/api/chains/{id}/backfill/{backfillId}', { params })));
    });
