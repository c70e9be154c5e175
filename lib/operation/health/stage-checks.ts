import { RpcUrls } from '../../chains/readers.ts';
import type { ChainId } from '../../chains/registry.ts';
import { coverageOf } from '../../overview/coverage/chain-coverage.ts';
import type { Deps } from '../../platform/deps.ts';
import { dataKeysOf, sealer } from '../../platform/sealer.ts';
import { keys } from '../../platform/table/keys.ts';
import { exists } from '../../platform/table/table.ts';
import { OrganisationId } from '../../values/ids.ts';
import { cursorRepo } from '../../watch/cursor.ts';
import { type Finding, failing, ok, type PartCheck } from './part-check.ts';

/** The greatest lag of a healthy chain. */
const MOST_LAG_SECONDS = 300;
const NOBODY = OrganisationId.parse('00000000-0000-0000-0000-000000000000');

/** What the checks read of a stage. */
export interface InspectedStage extends Pick<Deps, 'table' | 'now'> {
  readonly queues: readonly { readonly name: string; depth(): Promise<number> }[];
  /** Read the secrets. Null when a secret has no value. */
  readonly dataKey: () => Promise<string | null>;
  readonly rpcUrls: () => Promise<string | null>;
  /** The watched chains. */
  readonly chains: readonly ChainId[];
}

/** The checks of the parts on which every organisation depends. */
export const stageChecks = (stage: InspectedStage): PartCheck[] => [
  { name: 'table', run: () => checkTable(stage) },
  ...stage.queues.map(({ name, depth }) => ({ name: `queue ${name}`, run: () => checkQueue(name, depth) })),
  { name: 'secret data-key', run: () => checkDataKey(stage) },
  { name: 'secret rpc-urls', run: () => checkRpcUrls(stage) },
  ...stage.chains.map((chain) => ({ name: `chain ${chain}`, run: () => checkChain(stage, chain) })),
];

async function checkTable({ table }: InspectedStage): Promise<Finding> {
  await exists(table, keys.organisation(NOBODY));
  return ok('The table answers.');
}

async function checkQueue(name: string, depth: () => Promise<number>): Promise<Finding> {
  const messages = await depth();
  const isDlq = name.endsWith('-dlq');
  return isDlq && messages > 0
    ? failing(`${messages} messages could not be processed.`)
    : ok(`${messages} messages wait.`);
}

/** Seals and opens a text with the keys of the secret. */
async function checkDataKey({ dataKey }: InspectedStage): Promise<Finding> {
  const text = await dataKey();
  if (text === null) return failing('The secret has no value.');
  const { seal, open } = sealer(dataKeysOf(text));
  const owner = { organisationId: NOBODY, recordId: 'health' };
  return open(seal('text', owner), owner) === 'text'
    ? ok('The key seals and opens.')
    : failing('The key does not open.');
}

async function checkRpcUrls({ rpcUrls, chains }: InspectedStage): Promise<Finding> {
  const urls = RpcUrls.parse(JSON.parse((await rpcUrls()) ?? '{}'));
  const without = chains.filter((chain) => urls[chain] === undefined);
  return without.length > 0 ? failing(`No URL for ${without.join(', ')}.`) : ok('Each watched chain has a URL.');
}

async function checkChain(deps: InspectedStage, chain: ChainId): Promise<Finding> {
  const cursors = cursorRepo(deps);
  const [cursor, watcher] = await Promise.all([cursors.get(chain), cursors.watcher(chain)]);
  const { status, stopped, lag } = coverageOf(chain, cursor, watcher, deps.now());
  if (stopped !== null) return failing(`Stopped since ${stopped.at}.`);
  if (status !== 'running') return failing(status === 'unwatched' ? 'Never scanned.' : 'Nobody scans.');
  const { blocks = 0, seconds = null } = lag ?? {};
  const found = `${blocks} blocks, ${seconds ?? 0} s behind.`;
  return (seconds ?? 0) > MOST_LAG_SECONDS ? failing(found) : ok(found);
}
