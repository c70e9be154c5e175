import * as z from 'zod';
import { matchForm } from '../../lib/chains/address.ts';
import type { ChainBlock } from '../../lib/chains/port/chain.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { DecodedJson } from '../../lib/watch/decoded-json.ts';
import type { Deferral } from '../../lib/watch/deferral.ts';
import type { ReadBlock } from '../../lib/watch/read-block.ts';
import type { Touch } from '../../lib/watch/touches.ts';
import type { ChainStream, Shard } from './chain-stream.ts';

const Header = z.object({
  height: z.int(),
  hash: z.string(),
  parentHash: z.string(),
  parentHeight: z.int(),
  timestamp: z.string(),
});

/** A block as a cell gets it: the header, and the transactions that touch an address of the cell. */
const PublishedBlock = Header.extend({
  transactions: z.array(
    z.object({
      /** The addresses of the cell, in match form. */
      parties: z.array(z.string()),
      undecoded: z.string().nullable(),
      transaction: DecodedJson,
    }),
  ),
});

/** The place in the stream of each cell. To the watcher, a cell is the organisation that watches an address. */
export type Places = ReadonlyMap<OrganisationId, Shard>;

/**
 * Takes the place of the deferral in the watcher's scan: everything is deferred, to the cells. The scan waits for
 * `store` before it stores the block, so each block is in the stream before the cursor passes the block. Each cell gets
 * each block, also without a transaction: a block may replace another.
 */
export function publisher(stream: ChainStream, chain: ChainId, places: Places): Deferral {
  const nothing = { atOnce: [], deferred: [] };
  return {
    planned: async (touches) => ({ atOnce: [], deferred: touches, deferring: new Set() }),
    async store(block, { deferred }) {
      const header = Header.parse(block);
      const ofCell = Map.groupBy(deferred, ({ organisationId }) => organisationId);
      await stream.put(
        [...places].map(([cell, shard]) => {
          const transactions = published(chain, ofCell.get(cell) ?? []);
          return { shard, text: JSON.stringify({ ...header, transactions }) };
        }),
      );
      return nothing;
    },
    passed: () => undefined,
    removed: () => Promise.reject(new Error('The chain of this benchmark skips no height')),
    end: async () => undefined,
  };
}

/** The touches of a cell by transaction, in the order of the block. */
const published = (chain: ChainId, touches: readonly Touch[]): z.input<typeof PublishedBlock>['transactions'] =>
  [...Map.groupBy(touches, ({ inBlock }) => inBlock).entries()].map(([{ undecoded, transaction }, own]) => ({
    parties: [...new Set(own.map(({ address }) => matchForm(chain, address)))],
    undecoded,
    transaction,
  }));

/** The block as the recorder takes it. A cell asks no node. */
export function publishedBlock(text: string): ReadBlock {
  const { transactions, ...header } = PublishedBlock.parse(JSON.parse(text));
  const block: ChainBlock = {
    ...header,
    transactions: transactions.map(({ parties, undecoded, transaction }) => ({
      hash: transaction.hash,
      parties,
      decode: async () => ({ transaction, undecoded }),
    })),
  };
  return { ...header, whole: async () => block };
}
