import type { BlockHeader, ChainBlock, ChainReader } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { ChainId } from '../chains/registry.ts';

/** A block that the scan has read: the whole block, or its header alone. */
export interface ReadBlock extends BlockHeader {
  /** Whether the calls inside all transactions are known. Absent where there is nothing to trace. */
  readonly isTraced?: boolean;
  /**
   * The whole block with this hash. Asks the chain if the scan has read the header alone.
   * @throws ChainUnavailableError also when the chain has another block at this height by now.
   */
  whole(signal: AbortSignal): Promise<ChainBlock>;
}

export async function readWhole(
  reader: ChainReader,
  height: number,
  signal: AbortSignal,
  traces = false,
): Promise<ReadBlock> {
  const block = await reader.block(height, signal, { traces });
  const { hash, parentHash, parentHeight, timestamp, isTraced } = block;
  return { height: block.height, hash, parentHash, parentHeight, timestamp, isTraced, whole: async () => block };
}

/**
 * Reads the header alone, for a chain without watched addresses: the whole block takes megabytes. A node may lack a
 * block that others have, so the reader then asks for the whole block.
 */
export async function readHeader(
  reader: ChainReader,
  chain: ChainId,
  height: number,
  signal: AbortSignal,
): Promise<ReadBlock> {
  const header = await reader.header(height, signal, height + 1);
  if (header === null) return readWhole(reader, height, signal);
  return {
    ...header,
    isTraced: false,
    async whole(within) {
      const block = await reader.block(height, within, { traces: false });
      if (block.hash !== header.hash) throw new ChainUnavailableError(chain, `block ${height} was replaced`);
      return block;
    },
  };
}
