import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type components, dataOf, ProblemError } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { CommandError } from '../base/failures.ts';
import { finished } from '../base/job.ts';
import { written } from '../base/written.ts';
import { filtersOf, transactionFilters } from './transaction-filters.ts';

type Filters = components['schemas']['TransactionFilters'];

export const txExportCommand = (cli: Cli) =>
  transactionFilters(
    command('export', 'Write transactions as CSV', [
      'tx export --from 2026-03-01 --output march.csv',
      'tx export --wallet 5f1c… --job > all.csv',
    ]),
  )
    .option('-o, --output <file>', 'write to this file, which appears only when it is complete')
    .option('--job', 'have the service write the file first, which has no limit of rows (scope write)')
    .action(async ({ output: file, job = false, ...given }) => {
      const filters = await filtersOf(cli.api, given);
      const csv = job ? await exportedByJob(cli, filters) : await streamed(cli, filters);
      await written(csv, file);
    });

/** The rows as the API streams them, at most 100,000. */
async function streamed({ api, output }: Cli, query: Filters): Promise<Readable> {
  const { data, error, response } = await api.GET('/api/transactions/export', {
    params: { query },
    parseAs: 'stream',
  });
  if (response.ok && data !== null && data !== undefined) return readable(data);
  if (response.status === 413) output.warn('Add --job: the file of a job has no limit of rows.');
  throw new ProblemError(response, error);
}

/** The file of an export job. */
async function exportedByJob({ api, output }: Cli, body: Filters): Promise<Readable> {
  const job = dataOf(await api.POST('/api/transactions/exports', { body }));
  const params = { path: { id: job.id } };
  const load = async () => dataOf(await api.GET('/api/transactions/exports/{id}', { params }));
  const { url } = await finished(output, job, load, ({ rows, total }) => `${rows} of ${total ?? '?'} rows`);
  if (url === null) throw new CommandError(`The file of export ${job.id} has expired.`);
  // The link needs no key, and another server answers it.
  const response = await fetch(url);
  if (!response.ok || response.body === null) {
    throw new CommandError(`The download of export ${job.id} was answered with ${response.status}.`);
  }
  return readable(response.body).compose(createGunzip());
}

const readable = (stream: ReadableStream<Uint8Array>): Readable => Readable.fromWeb(stream);
