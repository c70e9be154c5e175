import { type ChainwatchClient, type components, dataOf, pages } from '../../sdk/index.ts';
import type { Coverage, Webhook } from '../base/api-values.ts';
import { explain, whyUnanswered } from '../base/failures.ts';
import { type Check, failed, ok } from './check.ts';
import { coverageOfAll } from './coverage-command.ts';
import { checkMails } from './mail-check.ts';

const MOST_CLOCK_SECONDS = 5;
const MOST_LAG_SECONDS = 300;
const DAY_MS = 86_400_000;

/**
 * All checks. The checks that need a key are left out while the service does not answer, or there is no valid key.
 * @param clientOf throws without a key.
 */
export async function checkService(url: string, clientOf: () => ChainwatchClient): Promise<Check[]> {
  const reachable = await reach(url);
  if (reachable.some(({ result, check }) => check === 'service' && result === 'failed')) return reachable;
  const key = await checked('API key', 'Run `chainwatch login` with a valid key.', () => checkKey(clientOf()));
  if (key.some(({ result }) => result === 'failed')) return [...reachable, ...key];
  const api = clientOf();
  const stats = lastDay(api);
  const others = await Promise.all([
    checked('chains', 'Try again.', () => checkChains(api)),
    checked('webhooks', 'Try again.', () => checkWebhooks(api)),
    checked('deliveries', 'Try again.', async () => [deliveriesCheck(await stats)]),
    checked('e-mail', 'Try again.', async () => checkMails(api, unsentIn(await stats))),
  ]);
  return [...reachable, ...key, ...others.flat()];
}

/** A check that throws has failed. */
async function checked(check: string, todo: string, run: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await run();
  } catch (error) {
    const unanswered = whyUnanswered(error);
    const found = unanswered === undefined ? explain(error).join('; ') : `nobody answers (${unanswered})`;
    return [failed(check, found, todo)];
  }
}

/** Whether the service answers, and how far its clock is from that of this machine. */
async function reach(url: string): Promise<Check[]> {
  const sent = Date.now();
  return checked('service', `Check the URL ${url} and the network, or start the service.`, async () => {
    const response = await fetch(`${url}/api/health`);
    if (!response.ok) return [failed('service', `${url} answered ${response.status}`, 'Ask who runs the service.')];
    return [ok('service', url), clockCheck(response.headers.get('date'), sent, Date.now())];
  });
}

/** The header has whole seconds, and the service wrote it between the two instants. */
export function clockCheck(header: string | null, sent: number, received: number): Check {
  const there = Date.parse(header ?? '');
  if (Number.isNaN(there)) return failed('clock', 'the answer has no Date', 'Ask who runs the service.');
  const late = Math.max(0, there - received);
  const early = Math.max(0, sent - (there + 999));
  const seconds = Math.round(Math.max(late, early) / 1000);
  if (seconds <= MOST_CLOCK_SECONDS) return ok('clock', `within ${MOST_CLOCK_SECONDS} s of the service`);
  return failed(
    'clock',
    `${seconds} s off`,
    'Set the clock of this machine: webhooks older than five minutes are refused.',
  );
}

async function checkKey(api: ChainwatchClient): Promise<Check[]> {
  const { organisation, scope, key, person } = dataOf(await api.GET('/api/me'));
  const expires = key?.expiresAt ? `expires ${key.expiresAt}` : 'no expiry';
  const name = key?.name ?? person?.name ?? '';
  return [ok('API key', `${name} of ${organisation.name}, scope ${scope}, ${expires}`)];
}

async function checkChains(api: ChainwatchClient): Promise<Check[]> {
  const [coverages, wallets] = await Promise.all([coverageOfAll(api), watchedWalletsByChain(api)]);
  return coverages.flatMap((coverage) => chainCheck(coverage, wallets.get(coverage.chain) ?? 0));
}

/** How many watched wallets use each chain. */
async function watchedWalletsByChain(api: ChainwatchClient): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const load = (cursor: string | undefined) =>
    api.GET('/api/wallets', { params: { query: { cursor, pageSize: 100 } } });
  for await (const page of pages(load)) {
    const chains = page.flatMap((wallet) => (wallet.watch ? wallet.chains : []));
    for (const chain of chains) counts.set(chain, (counts.get(chain) ?? 0) + 1);
  }
  return counts;
}

/** The check of a chain; none for a chain that nobody watches and no wallet uses. */
export function chainCheck({ chain, status, stopped, lag }: Coverage, wallets: number): Check[] {
  const name = `chain ${chain}`;
  if (status === 'unwatched') {
    if (wallets === 0) return [];
    const found = `not watched, but ${wallets} ${wallets === 1 ? 'wallet uses' : 'wallets use'} this chain`;
    return [failed(name, found, 'Ask who runs the service to watch the chain, or take the chain off the wallets.')];
  }
  if (stopped !== null) return [failed(name, `stopped: ${stopped.reason}`, 'Ask who runs the service to resume it.')];
  if (status !== 'running') return [failed(name, status, 'Ask who runs the service to check its nodes.')];
  const seconds = lag?.seconds ?? 0;
  const found = `${lag?.blocks ?? 0} blocks, ${seconds} s behind`;
  return [seconds > MOST_LAG_SECONDS ? failed(name, found, 'Wait, or ask who runs the service.') : ok(name, found)];
}

async function checkWebhooks(api: ChainwatchClient): Promise<Check[]> {
  const checks: Check[] = [];
  const load = (cursor: string | undefined) =>
    api.GET('/api/webhooks', { params: { query: { cursor, pageSize: 100 } } });
  for await (const page of pages(load)) checks.push(...page.map(webhookCheck));
  return checks.length > 0 ? checks : [ok('webhooks', 'none')];
}

function webhookCheck({ url, isActive, disabledReason, consecutiveFailures, lastError }: Webhook): Check {
  const name = `webhook ${url}`;
  if (!isActive) return failed(name, `off: ${disabledReason}`, 'Repair the receiver and turn it on, or delete it.');
  if (consecutiveFailures === 0) return ok(name, 'no failures');
  return failed(name, `${consecutiveFailures} failures in a row: ${lastError}`, 'Repair the receiver.');
}

type Stats = components['schemas']['Stats'];

async function lastDay(api: ChainwatchClient): Promise<Stats> {
  const from = new Date(Date.now() - DAY_MS).toISOString();
  return dataOf(await api.GET('/api/stats', { params: { query: { from, interval: 'hour' } } }));
}

/** Nothing but a mail is not sent. */
const unsentIn = ({ recipients }: Stats): number =>
  recipients.reduce((sum, { deliveries }) => sum + deliveries.not_sent, 0);

function deliveriesCheck({ buckets }: Stats): Check {
  const count = buckets.reduce((sum, { deliveries }) => sum + (deliveries?.failed ?? 0), 0);
  if (count === 0) return ok('deliveries', 'none failed in the last day');
  const todo = 'Repair the receivers, then run `chainwatch deliveries replay --status failed`.';
  return failed('deliveries', `${count} failed in the last day`, todo);
}
