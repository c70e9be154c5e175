import type { Watch } from '../../infra/chain-watch.ts';
import type { TraceBlocks } from '../../lib/chains/port/chain-entry.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { type EmulatorOptions, startAnvil } from '../processes/emulators.ts';
import { passOn } from '../processes/pass-on.ts';
import { close, listenNear } from '../processes/servers.ts';
import { type ByChain, watchesOf } from './watches.ts';

export interface ChainOptions {
  /** RPC URLs by chain id. */
  readonly rpc?: Readonly<Record<string, readonly string[]>>;
  /** False starts no EVM node. The stack also starts no EVM node if `rpc` names `anvil`. */
  readonly anvil?: boolean;
  /** The port of the EVM node, if it is free. Default: any free port. */
  readonly anvilPort?: number;
  /** The chains to watch. Default: `anvil` if it has a node. A chain without RPC URL must be in `chainsWithOwnNode`. */
  readonly watch?: readonly ChainId[];
  /** The first height to scan on a chain that was never scanned. Default: the head. */
  readonly start?: ByChain;
  /** The number of later blocks before a block is scanned. Default: the registry entry. */
  readonly confirmations?: ByChain;
  /** Blocks between two checks of the balances. Default: the registry entry. */
  readonly reconcileEvery?: ByChain;
  /** When the watcher traces whole blocks. Default: the registry entry. */
  readonly traceBlocks?: ByChain<TraceBlocks>;
}

export interface Chains {
  /** RPC URLs by chain id: those of the options, and those of the started nodes. */
  readonly rpcUrls: Readonly<Record<string, readonly string[]>>;
  readonly watches: readonly Watch[];
  /** Chains whose node starts a new chain at each start. */
  readonly resetChains: readonly ChainId[];
}

/** Starts the nodes that the options require, and registers their ends on the pile. */
export async function startChains(
  pile: AsyncDisposableStack,
  { rpc = {}, anvil = true, anvilPort = 0, watch = anvil || rpc.anvil ? ['anvil'] : [], ...numbers }: ChainOptions,
  emulator: EmulatorOptions,
): Promise<Chains> {
  const isWanted = (chain: ChainId) => watch.includes(chain) && rpc[chain] === undefined;
  const [evm, solana, xrp] = await Promise.all([
    anvil && rpc.anvil === undefined ? startEvm(pile, emulator, anvilPort) : undefined,
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
    watches: watchesOf(watch, {
      ...numbers,
      start: { ...(xrp && { xrp: xrp.first }), ...numbers.start },
      // surfpool never forks, and makes a block only for a transaction. A later block that confirms the block might
      // never come.
      confirmations: { ...(solana && { solana: 0 }), ...numbers.confirmations },
    }),
    resetChains: solana === undefined ? [] : ['solana'],
  };
}

/** anvil itself answers pages of a browser, also those that move funds and time of the chain. */
async function startEvm(pile: AsyncDisposableStack, emulator: EmulatorOptions, port: number): Promise<string> {
  const node = await startAnvil(emulator);
  const { server, url } = await listenNear((request, response) => void passOn(node, request, response), port);
  pile.defer(() => close(server));
  return url;
}

// The stack loads both modules on demand: the Solana node is a library of 100 MB in this process.

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
