import * as z from 'zod';
import { type ChainId, chainOf, familyChains } from '../../lib/chains/registry.ts';
import {
  type EvmChain,
  type EvmContent,
  evmChain,
  evmContentOf,
  evmMethods,
} from '../../local/chains/recorded/evm-recordings.ts';
import { recordingFiles } from '../../local/chains/recorded/recording-files.ts';
import type { Method } from '../../local/chains/recorded/rpc-method.ts';
import { readBeside } from '../support/data-beside.ts';
import type { RecordedSet } from './recorded-sets.ts';

/** A recorded block or transaction of a chain, with the traces of its transactions where these are recorded. */
interface Recorded {
  readonly id: ChainId;
  readonly content: EvmContent;
  readonly traces: readonly Trace[];
}
type Trace = readonly [hash: string, trace: unknown];

const { textOf, pathsIn } = recordingFiles('evm');
const TRACED_BLOCK = 'traces/ethereum-12505500.json.gz';

const FOLDERS_BESIDE = ['evm-traces', 'evm-approvals', 'evm-authority', '../fresh/evm-traces'];
const BLOCKS_BESIDE = ['ethereum-4370006', 'polygon-50000000'];
const Rows = z.array(z.object({ file: z.string() }));

const inRepository = (): unknown[] =>
  [TRACED_BLOCK, ...pathsIn('blocks'), ...pathsIn('tx')].map((path): unknown => JSON.parse(textOf(path)));

const beside = (): unknown[] => [
  ...BLOCKS_BESIDE.map((name) => readBeside(`evm-blocks/${name}.json.gz`)),
  ...FOLDERS_BESIDE.flatMap((folder) =>
    Rows.parse(readBeside(`${folder}/expected.json`)).map(({ file }) => readBeside(`${folder}/${file}`)),
  ),
];

/** Some recordings beside the repository lack a block or a receipt. No chain can be made of these. */
const Whole = z
  .looseObject({
    chainId: z.number(),
    block: z.looseObject({ timestamp: z.string() }),
    callTracer: z.unknown().optional(),
  })
  .refine((recording) => 'receipt' in recording || 'receipts' in recording);
const Frame = z.looseObject({ result: z.unknown().optional() });
const Frames = z.union([z.array(Frame), Frame.transform((frame) => [frame])]).default([]);

/** Reads a chain that Chainwatch does not know as Ethereum. */
const idOf = (chainId: number): ChainId =>
  familyChains('evm').find((id) => chainOf(id).chainId === chainId) ?? 'ethereum';

/** The recorded blocks, and then the single recorded transactions that no recorded block holds. */
function recordedIn(recordings: readonly unknown[]): Recorded[] {
  const seen = new Set<string>();
  return recordings.flatMap((recording): Recorded[] => {
    const whole = Whole.safeParse(recording).data;
    if (whole === undefined) return [];
    const content = evmContentOf(recording);
    if (content.hashes.every((hash) => seen.has(hash))) return [];
    for (const hash of content.hashes) seen.add(hash);
    const traces = Frames.parse(whole.callTracer).map(
      (frame, n): Trace => [content.hashes[n] ?? '', frame.result ?? frame],
    );
    return [{ id: idOf(whole.chainId), content, traces }];
  });
}

/** The recordings of each chain on a node that does not trace, and those with traces on a node that traces. */
const setsOf = (place: string, recorded: readonly Recorded[]): RecordedSet[] =>
  [...Map.groupBy(recorded, ({ id }) => id)].flatMap(([id, own]): RecordedSet[] => {
    const title = `${id} ${place}`;
    const chain = evmChain(own.map(({ content }) => content));
    const plain = { title, id, chain, methods: withSafes(chain, evmMethods(chain)), isTraced: false };
    const traced = own.filter(({ traces }) => traces.length > 0);
    if (traced.length === 0) return [plain];
    const tracing = evmChain(traced.map(({ content }) => content));
    const methods = withTraces(tracing, evmMethods(tracing), new Map(traced.flatMap(({ traces }) => traces)));
    const ways = [
      { title: `${title}, with traces of transactions`, isTraced: false },
      { title: `${title}, with traces of blocks`, isTraced: true },
    ];
    return [plain, ...ways.map((way) => ({ ...way, id, chain: tracing, methods }))];
  });

export const evmSets = (): RecordedSet[] => setsOf('in the repository', recordedIn(inRepository()));
export const evmSetsBeside = (): RecordedSet[] => setsOf('beside the repository', recordedIn(beside()));

type Methods = Record<string, Method>;
const Hash = z.string();
const hex = (value: number) => `0x${value.toString(16)}`;

const NonceAt = z.tuple([z.string(), z.object({ blockHash: z.string() })]);
/** Nonce and code of accounts around the one block of the recordings with an authorization, which has nonce 54. */
const accounts = (chain: EvmChain): Methods => ({
  eth_getCode: () => '0x',
  eth_getTransactionCount: (params) => hex(chain.byHash(NonceAt.parse(params)[1].blockHash) === undefined ? 54 : 55),
});

/** A node that traces transactions and blocks. Slot 0 of a Safe never changes. */
const withTraces = (chain: EvmChain, methods: Methods, traces: ReadonlyMap<string, unknown>): Methods => ({
  ...methods,
  ...accounts(chain),
  eth_getStorageAt: () => hex(1),
  debug_traceTransaction: ([hash]) => traces.get(Hash.parse(hash)) ?? null,
  debug_traceBlockByHash: ([block]) =>
    chain.byHash(Hash.parse(block))?.content.hashes.map((txHash) => ({ txHash, result: traces.get(txHash) })) ?? null,
});

const At = z.tuple([z.string(), z.string(), z.object({ blockHash: z.string() })]);
const Filter = z.tuple([
  z.object({ blockHash: z.string(), address: z.string(), topics: z.tuple([z.array(z.string())]) }),
]);
const Logs = z.array(
  z.object({ logs: z.array(z.looseObject({ address: z.string().toLowerCase(), topics: z.array(z.string()) })) }),
);

/** A node on which each block changes slot 0 of each Safe. */
const withSafes = (chain: EvmChain, methods: Methods): Methods => ({
  ...methods,
  ...accounts(chain),
  eth_getStorageAt: (params) => hex(chain.byHash(At.parse(params)[2].blockHash)?.height ?? 1),
  eth_getLogs(params) {
    const [{ blockHash, address, topics }] = Filter.parse(params);
    const receipts = Logs.parse(methods.eth_getBlockReceipts?.([blockHash]));
    const isAsked = (log: (typeof receipts)[number]['logs'][number]) =>
      log.address === address && topics[0].includes(log.topics[0] ?? '');
    return receipts.flatMap(({ logs }) => logs.filter(isAsked));
  },
});
