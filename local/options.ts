import { parseArgs } from 'node:util';
import { ChainId } from '../lib/chains/registry.ts';
import { messageOf, UserError } from './errors.ts';

/** What `npm start` was asked for. */
export interface StartOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly retryDelays: readonly number[] | undefined;
  readonly strictUrls: boolean;
  readonly rpc: Readonly<Record<string, readonly string[]>>;
  readonly json: boolean;
}

export const DEFAULT_DATA_DIR = '.local';

const DEFAULT_PORT = 3000;

/** As many as the retry schedule has steps is for the functions to say; each fits into a day. */
const RETRY_DELAYS = /^\d{1,5}(,\d{1,5})*$/;

export const usage = `npm start -- [options]

  --port N              port of the API, 0 for any that is free (default ${DEFAULT_PORT})
  --data-dir DIR        where data is kept from start to start (default ${DEFAULT_DATA_DIR})
  --retry-delays LIST   seconds between attempts of a delivery (default 5,30,120,600,3600)
  --strict-urls         refuse webhook URLs as a deployed stage does: public https only
  --rpc CHAIN=URL       RPC URL of a chain; may be repeated, also for one chain
  --json                print one JSON line when ready: {"baseUrl","apiKey","organisationId"}`;

/** @throws UserError that names what is wrong and shows the usage. */
export function startOptions(args: readonly string[]): StartOptions {
  const values = parsed(args);
  const retryDelays = values['retry-delays'];
  if (retryDelays !== undefined && !RETRY_DELAYS.test(retryDelays)) {
    throw refusal(`--retry-delays takes seconds, as in 5,30,120,600,3600; not ${retryDelays}`);
  }
  return {
    port: values.port === undefined ? DEFAULT_PORT : portOf(values.port),
    dataDir: values['data-dir'] ?? DEFAULT_DATA_DIR,
    retryDelays: retryDelays?.split(',').map(Number),
    strictUrls: values['strict-urls'] ?? false,
    rpc: rpcOf(values.rpc ?? []),
    json: values.json ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      'retry-delays': { type: 'string' },
      'strict-urls': { type: 'boolean' },
      rpc: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw refusal(messageOf(error));
  }
}

/** @throws UserError when it is none. */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw refusal(`--port takes a number from 0 to 65535; not ${text}`);
}

function rpcOf(pairs: readonly string[]): Record<string, string[]> {
  const urls: Record<string, string[]> = {};
  for (const pair of pairs) {
    const [, chain, url] = /^([a-z0-9-]+)=(https?:\/\/.+)$/.exec(pair) ?? [];
    if (chain === undefined || url === undefined || !URL.canParse(url)) {
      throw refusal(`--rpc takes CHAIN=URL, as in ethereum=https://rpc.example.com; not ${pair}`);
    }
    if (!ChainId.safeParse(chain).success) throw refusal(`--rpc knows ${ChainId.options.join(', ')}; not ${chain}`);
    urls[chain] = [...(urls[chain] ?? []), url];
  }
  return urls;
}

const refusal = (problem: string): UserError => new UserError(`${problem}\n\n${usage}`);
