import { parseArgs } from 'node:util';
import { TRACE_BLOCKS, type TraceBlocks } from '../../lib/chains/port/chain-entry.ts';
import { ChainId } from '../../lib/chains/registry.ts';
import { type Leniency, leniencyOf, strictBehaviours } from '../aws/leniency.ts';
import { type ByChain, chainsWithOwnNode } from '../chains/watches.ts';
import { messageOf, UserError } from '../processes/user-error.ts';
import { pricesOf } from './prices-option.ts';
import { VENDORS, vendorsOf } from './vendor-option.ts';

/** The options of `npm start`. */
export interface StartOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly retryDelays: readonly number[] | undefined;
  readonly strictUrls: boolean;
  /** URLs that stand in for the hosts of vendors, by kind of channel, and for `defillama`. */
  readonly vendors: Readonly<Record<string, string>>;
  /** Requests per second and burst of one API key. */
  readonly rateLimit: string | undefined;
  /** Seconds that a checkpoint of the audit log covers. */
  readonly checkpointEvery: number | undefined;
  /** Starts an identity provider with three people. */
  readonly signIn: boolean;
  readonly lenient: Leniency;
  /** `live`, or a JSON table of prices. Undefined for the fixed prices of the stack. */
  readonly prices: string | undefined;
  readonly rpc: Readonly<Record<string, readonly string[]>>;
  readonly watch: readonly ChainId[];
  readonly start: ByChain;
  readonly confirmations: ByChain;
  readonly reconcileEvery: ByChain;
  readonly traceBlocks: ByChain<TraceBlocks>;
  /** The log goes to the terminal in place of a file. */
  readonly verbose: boolean;
  readonly json: boolean;
}

export const DEFAULT_DATA_DIR = '.local';

const DEFAULT_PORT = 3000;

const DEFAULT_WATCH: readonly ChainId[] = ['anvil'];

/** The functions check the number of delays. Each delay has at most five digits, about a day. */
const RETRY_DELAYS = /^\d{1,5}(,\d{1,5})*$/;

const RATE_LIMIT = /^[1-9]\d{0,5},[1-9]\d{0,5}$/;

const MOST_RECONCILE_BLOCKS = 100_000;

export const usage = `npm start -- [options]

  --port N              port of the API, 0 for any free port (default ${DEFAULT_PORT})
  --data-dir DIR        folder of the data that survives a restart (default ${DEFAULT_DATA_DIR})
  --retry-delays LIST   seconds between attempts of a delivery (default 5,30,120,600,3600)
  --strict-urls         accept only public https URLs for webhooks, as a deployed stage does
  --vendor KIND=URL     asks this URL in place of a vendor; may be repeated; KIND is one of
                        ${VENDORS.join(', ')}
  --rate-limit N,BURST  requests per second of one API key, and burst (default 1000,2000; deployed 50,100)
  --checkpoint-every SECONDS
                        sign the audit log each so many seconds, 1 to 3600, 10 s later (default: each hour, 20 min
                        later, as deployed)
  --sign-in             run an identity provider with three people, who can sign in to the console
  --lenient LIST        play these less strictly than AWS: ${strictBehaviours.join(', ')}
  --prices SOURCE       live: asks the price sources on the network; fixed: made-up prices; or a JSON file of prices,
                        {"anvil": {"native": "2500", "<token address>": "1"}} (default fixed, or live with a
                        node of a main net)
  --rpc CHAIN=URL       RPC URL of a chain; may be repeated, also for the same chain
  --watch CHAIN         watch this chain; may be repeated (default ${DEFAULT_WATCH}); needs --rpc for the chain,
                        except for ${chainsWithOwnNode.join(', ')}, whose nodes run on this machine
  --no-watch            watch no chain
  --start CHAIN=HEIGHT  first block to scan of a chain that was never watched (default the newest block)
  --confirmations CHAIN=N
                        number of later blocks before a block is scanned (default: the chain's registry entry)
  --reconcile-every CHAIN=BLOCKS
                        blocks between two checks of the balances, 1 to ${MOST_RECONCILE_BLOCKS}
  --trace-blocks CHAIN=WHEN
                        ${TRACE_BLOCKS.join(', ')}: trace whole blocks (default: the chain's registry entry)
  --verbose             print the log in place of writing it to stack.log in the data folder
  --json                print one JSON line when ready: {"baseUrl","apiKey","organisationId"}, and the log to stderr`;

/** Parses the command line. @throws UserError that names the wrong option and shows the usage. */
export function startOptions(args: readonly string[]): StartOptions {
  const values = parsed(args);
  const retryDelays = values['retry-delays'];
  if (retryDelays !== undefined && !RETRY_DELAYS.test(retryDelays)) {
    throw refusal(`--retry-delays takes seconds, as in 5,30,120,600,3600; not ${retryDelays}`);
  }
  const rateLimit = values['rate-limit'];
  if (rateLimit !== undefined && !RATE_LIMIT.test(rateLimit)) {
    throw refusal(`--rate-limit takes requests per second and burst, as in 50,100; not ${rateLimit}`);
  }
  const rpc = rpcOf(values.rpc ?? []);
  const watch = watchOf(values.watch, values['no-watch'] ?? false, rpc);
  return {
    port: values.port === undefined ? DEFAULT_PORT : portOf(values.port),
    dataDir: values['data-dir'] ?? DEFAULT_DATA_DIR,
    retryDelays: retryDelays?.split(',').map(Number),
    strictUrls: values['strict-urls'] ?? false,
    vendors: vendorsOf(values.vendor ?? [], refusal),
    rateLimit,
    checkpointEvery: checkpointEveryOf(values['checkpoint-every']),
    signIn: values['sign-in'] ?? false,
    lenient: lenientOf(values.lenient),
    prices: pricesOf(values.prices, rpc, refusal),
    rpc,
    watch,
    start: numbersOf('start', 'HEIGHT', values.start ?? [], watch),
    confirmations: numbersOf('confirmations', 'N', values.confirmations ?? [], watch),
    reconcileEvery: reconcileEveryOf(values['reconcile-every'] ?? [], watch),
    traceBlocks: traceBlocksOf(values['trace-blocks'] ?? [], watch),
    verbose: values.verbose ?? false,
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
      vendor: { type: 'string', multiple: true },
      'rate-limit': { type: 'string' },
      'checkpoint-every': { type: 'string' },
      'sign-in': { type: 'boolean' },
      lenient: { type: 'string' },
      prices: { type: 'string' },
      rpc: { type: 'string', multiple: true },
      watch: { type: 'string', multiple: true },
      'no-watch': { type: 'boolean' },
      start: { type: 'string', multiple: true },
      confirmations: { type: 'string', multiple: true },
      'reconcile-every': { type: 'string', multiple: true },
      'trace-blocks': { type: 'string', multiple: true },
      verbose: { type: 'boolean' },
      json: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw refusal(messageOf(error));
  }
}

/** Parses a port. @throws UserError when the text is not a port. */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw refusal(`--port takes a number from 0 to 65535; not ${text}`);
}

function checkpointEveryOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (/^\d{1,4}$/.test(text) && seconds >= 1 && seconds <= 3600) return seconds;
  throw refusal(`--checkpoint-every takes 1 to 3600 seconds; not ${text}`);
}

function lenientOf(names: string | undefined): Leniency {
  if (names === undefined) return new Set();
  const lenient = leniencyOf(names);
  if (lenient === undefined) throw refusal(`--lenient takes some of ${strictBehaviours.join(',')}; not ${names}`);
  return lenient;
}

function rpcOf(pairs: readonly string[]): Record<string, string[]> {
  const urls: Record<string, string[]> = {};
  for (const pair of pairs) {
    const [, id, url] = /^([a-z0-9-]+)=(https?:\/\/.+)$/.exec(pair) ?? [];
    if (id === undefined || url === undefined || !URL.canParse(url)) {
      throw refusal(`--rpc takes CHAIN=URL, as in ethereum=https://rpc.example.com; not ${pair}`);
    }
    const chain = chainNamed('rpc', id);
    urls[chain] = [...(urls[chain] ?? []), url];
  }
  return urls;
}

function watchOf(named: readonly string[] | undefined, none: boolean, rpc: Record<string, string[]>): ChainId[] {
  if (none && named !== undefined) throw refusal('--no-watch and --watch exclude each other');
  if (none) return [];
  const chains = named?.map((id) => chainNamed('watch', id)) ?? DEFAULT_WATCH;
  const unreachable = chains.find((chain) => rpc[chain] === undefined && !chainsWithOwnNode.includes(chain));
  if (unreachable !== undefined) {
    throw refusal(`--watch ${unreachable} requires an RPC URL: --rpc ${unreachable}=https://rpc.example.com`);
  }
  return [...new Set(chains)];
}

/** Parses `CHAIN=number` pairs. */
const numbersOf = (option: string, what: string, pairs: readonly string[], watch: readonly ChainId[]): ByChain =>
  byChain({ option, what: `${what}, as in ethereum=12`, pairs, watch }, (text) =>
    /^\d{1,15}$/.test(text) ? Number(text) : undefined,
  );

const traceBlocksOf = (pairs: readonly string[], watch: readonly ChainId[]): ByChain<TraceBlocks> =>
  byChain({ option: 'trace-blocks', what: `${TRACE_BLOCKS.join('|')}, as in base=never`, pairs, watch }, (text) =>
    TRACE_BLOCKS.find((when) => when === text),
  );

interface Pairs {
  readonly option: string;
  readonly what: string;
  readonly pairs: readonly string[];
  readonly watch: readonly ChainId[];
}

/** Parses `CHAIN=value` pairs. If a chain repeats, the last pair counts. */
function byChain<T>({ option, what, pairs, watch }: Pairs, parse: (text: string) => T | undefined): ByChain<T> {
  const values: Partial<Record<ChainId, T>> = {};
  for (const pair of pairs) {
    const [, id, text = ''] = /^([a-z0-9-]+)=(\w+)$/.exec(pair) ?? [];
    const value = parse(text);
    if (id === undefined || value === undefined) throw refusal(`--${option} takes CHAIN=${what}; not ${pair}`);
    const chain = chainNamed(option, id);
    if (!watch.includes(chain)) throw refusal(`--${option} ${pair} requires --watch ${chain}`);
    values[chain] = value;
  }
  return values;
}

function reconcileEveryOf(pairs: readonly string[], watch: readonly ChainId[]): ByChain {
  const numbers = numbersOf('reconcile-every', 'BLOCKS', pairs, watch);
  const wrong = Object.values(numbers).find((blocks) => blocks < 1 || blocks > MOST_RECONCILE_BLOCKS);
  if (wrong === undefined) return numbers;
  throw refusal(`--reconcile-every takes 1 to ${MOST_RECONCILE_BLOCKS} blocks; not ${wrong}`);
}

function chainNamed(option: string, id: string): ChainId {
  const chain = ChainId.safeParse(id);
  if (!chain.success) throw refusal(`--${option} knows ${ChainId.options.join(', ')}; not ${id}`);
  return chain.data;
}

const refusal = (problem: string): UserError => new UserError(`${problem}\n\n${usage}`);
