import type { Watch } from '../../infra/stages.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { type EmulatorOptions, startAnvil } from '../processes/emulators.ts';
import { type ByChain, watchesOf } from './watches.ts';

export interface ChainOptions {
  /** RPC URLs by chain id. */
  readonly rpc?: Readonly<Record<string, readonly string[]>>;
  /** False starts no EVM chain; nor is one started when `rpc` names `anvil`. */
  readonly anvil?: boolean;
  /** The chains to watch; without it `anvil`, if there is one. Those without an RPC URL must be of `chainsWithOwnNode`. */
  readonly watch?: readonly ChainId[];
  /** First heights to scan, where nothing has been scanned; without one the head. */
  readonly start?: ByChain;
  /** Blocks on top of a block before it is scanned; without as the registry says. */
  readonly confirmations?: ByChain;
}

export interface Chains {
  /** RPC URLs by chain id: those given, and those of the nodes that were started. */
  readonly rpcUrls: Readonly<Record<string, readonly string[]>>;
  readonly watches: readonly Watch[];
  /** Chains whose node begins another chain at each start. */
  readonly begunAnew: readonly ChainId[];
}

/** Starts the nodes of the stack's own that are wanted, and puts them on the pile. */
export async function startChains(
  pile: AsyncDisposableStack,
  { rpc = {}, anvil = true, watch = anvil || rpc.anvil ? ['anvil'] : [], start = {}, confirmations = {} }: ChainOptions,
  emulator: EmulatorOptions,
): Promise<Chains> {
  const isWanted = (chain: ChainId) => watch.includes(chain) && rpc[chain] === undefined;
  const [evm, solana, xrp] = await Promise.all([
    anvil && rpc.anvil === undefined ? startAnvil(emulator) : undefined,
    isWanted('solana') ? startSolana(pile) : undefined,
    isWanted('xrp') ? startXrp(pile) : undefined,
  ]);
  return {
    rpcUrls: {
      ...rpc,
      ...(evm && { anvil: [evm] }),
      ...(solana && { solana: [solana] }),
      ...(xrp && { xrp: [xrp.url] }),
    },
    watches: watchesOf(
      watch,
      { ...(xrp && { xrp: xrp.first }), ...start },
      // Nobody forks a node of one's own, and it makes blocks only when it is sent something.
      { ...(solana && { solana: 0 }), ...confirmations },
    ),
    begunAnew: solana === undefined ? [] : ['solana'],
  };
}

// Both are loaded when they are wanted: the Solana node is a library of 100 MB in this process.

async function startSolana(pile: AsyncDisposableStack): Promise<string> {
  const { startSurfpool } = await import('./surfpool.ts');
  const { url, stop } = await startSurfpool();
  pile.defer(stop);
  return url;
}

async function startXrp(pile: AsyncDisposableStack): Promise<{ url: string; first: number }> {
  const { startRecordedLedgers } = await import('./recorded-ledgers.ts');
  const { url, first, stop } = await startRecordedLedgers();
  pile.defer(stop);
  return { url, first };
}
