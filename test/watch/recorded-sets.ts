import * as z from 'zod';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Content, MadeChain } from '../../local/chains/recorded/made-chain.ts';
import type { Method } from '../../local/chains/recorded/rpc-method.ts';
import {
  allSolanaContents,
  type SolanaContent,
  solanaChain,
  solanaContentOf,
  solanaMethods,
} from '../../local/chains/recorded/solana-recordings.ts';
import {
  allXrpContents,
  type XrpContent,
  xrpChain,
  xrpContentOf,
  xrpMethods,
} from '../../local/chains/recorded/xrp-recordings.ts';
import { hasDataBeside, readBeside } from '../support/data-beside.ts';
import { evmSets, evmSetsBeside } from './recorded-evm-sets.ts';

/** Recorded blocks and transactions of a chain, and the methods of a node that states them. */
export interface RecordedSet {
  /** The chain and the place of the recordings. */
  readonly title: string;
  readonly id: ChainId;
  readonly chain: MadeChain<Content>;
  readonly methods: Readonly<Record<string, Method>>;
  /** Whether the watcher asks for the traces of whole blocks. */
  readonly isTraced: boolean;
}

function solanaSet(place: string, contents: readonly SolanaContent[]): RecordedSet {
  const chain = solanaChain(contents);
  return { title: `solana ${place}`, id: 'solana', chain, methods: solanaMethods(chain), isTraced: false };
}

function xrpSet(place: string, contents: readonly XrpContent[]): RecordedSet {
  const chain = xrpChain(contents);
  return { title: `xrp ${place}`, id: 'xrp', chain, methods: xrpMethods(chain), isTraced: false };
}

const Rows = z.array(z.object({ file: z.string() }));
const XrpRows = z.array(z.object({ file: z.string(), hash: z.string(), time: z.string().nullable() }));

function solanaBeside(): SolanaContent[] {
  const single = Rows.parse(readBeside('../fresh/solana/expected.json')).map(({ file }) => `../fresh/solana/${file}`);
  const blocks = Rows.parse(readBeside('solana-blocks/expected.json')).map(({ file }) => `solana-blocks/${file}`);
  return [...single, ...blocks].map((path) => solanaContentOf(readBeside(path)));
}

const xrpBeside = (): XrpContent[] =>
  XrpRows.parse(readBeside('../fresh/xrpl/expected.json')).map((row) =>
    xrpContentOf(row, readBeside(`../fresh/xrpl/${row.file}`)),
  );

const IN = 'in the repository';
const BESIDE = 'beside the repository';

/** Every recorded transaction of the repository, in sets of one chain each. */
export const recordedSets = (): RecordedSet[] => [
  ...evmSets(),
  solanaSet(IN, allSolanaContents()),
  xrpSet(IN, allXrpContents()),
];

/** The recorded transactions beside the repository that a chain can be made of. They may be absent. */
export const recordedSetsBeside = (): RecordedSet[] =>
  hasDataBeside ? [...evmSetsBeside(), solanaSet(BESIDE, solanaBeside()), xrpSet(BESIDE, xrpBeside())] : [];
