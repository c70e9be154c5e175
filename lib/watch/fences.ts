import type { BlockHeader } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import { ifSame } from '../platform/table/if-same.ts';
import { keys } from '../platform/table/keys.ts';
import type { Check, Delete, Put } from '../platform/table/write.ts';
import type { EpochSeconds } from '../values/time.ts';

/*
 * A record of a block is written on condition that the block is still the block at its height. DynamoDB cancels
 * transactions that check the same item at the same time, so each writer of a block checks an item of its own, the
 * fence. A block and its fences change in one transaction: a fence holds as long as its block.
 */

export type BlockId = Pick<BlockHeader, 'height' | 'hash'>;

/** The most fences of a block. A hundred bytes each: a check costs two write units, whatever the block has. */
export const MAX_FENCES = 16;

/** The last characters tell blocks of one height apart, and keep the fence small. */
const short = (hash: string): string => hash.slice(-32);

/** How many writers record `records` records of a block side by side. */
export const writersFor = (records: number): number => Math.max(1, Math.min(MAX_FENCES, Math.ceil(records / 2)));

/** A single writer needs no fence: it checks the block record itself, which costs the same. */
const fencesFor = (writers: number): number => (writers > 1 ? writers : 0);

/** The condition check of a writer, numbered from 0. Holds while this block is stored at its height. */
export const fence = (chain: ChainId, block: BlockId, writers: number, writer: number): Check =>
  fencesFor(writers) === 0
    ? sameBlockCheck(chain, block)
    : {
        check: keys.fence(chain, block.height, writer),
        ...ifSame({ hash: short(block.hash) }, 'hash'),
      };

/** A condition check on the block record, which holds while this block is stored at its height. */
export const sameBlockCheck = (chain: ChainId, { height, hash }: BlockId): Check => ({
  check: keys.block(chain, height),
  ...ifSame({ hash }, 'hash'),
});

/** The fences of the writers of a block, as a part of the transaction that stores the block. */
export const fencePuts = (chain: ChainId, { height, hash }: BlockId, writers: number, ttl: EpochSeconds): Put[] =>
  Array.from({ length: fencesFor(writers) }, (_, writer) => ({
    put: { ...keys.fence(chain, height, writer), hash: short(hash), ttl },
  }));

/** Deletes the fences of the block that the chain no longer has at this height, whatever its number of writers. */
export const fenceDeletes = (chain: ChainId, height: number): Delete[] =>
  Array.from({ length: MAX_FENCES }, (_, writer) => ({ delete: keys.fence(chain, height, writer) }));
