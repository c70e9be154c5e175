import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { cooldownKeys, cooldownPrefixes } from '../platform/table/cooldown-keys.ts';
import { batchGet, queryPrefix, type Table } from '../platform/table/table.ts';
import { conditionHeld, IF_ABSENT, write } from '../platform/table/write.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { Instant } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';
import { growingTo } from '../values/memo.ts';
import type { StoredTransaction } from './schema.ts';

/** @property since when the first transaction that proves it was recorded. Items of earlier versions lack it. */
const HeldAsset = z.object({ token: z.string(), since: Instant.optional() });

/** Tokens that a process remembers to have noted, some 150 bytes each. */
const MOST_REMEMBERED = 20_000;
/** A transaction that the wallet signed may name thousands of tokens. */
const MOST_NOTED = 100;
/** Beyond this many tokens, one read of all tokens of the wallet costs less than a read of each. */
const MOST_ASKED = 100;
const WRITES_AT_ONCE = 8;

type Owner = Pick<StoredTransaction, 'walletId' | 'chain'>;
type Moving = Owner & Pick<StoredTransaction, 'id' | 'createdAt' | 'unsigned' | 'transfers' | 'approvals'>;

/**
 * The tokens that wallets are known to have held: a wallet moved or approved the token in a transaction that it signed,
 * or the token has a known price. A stranger's contract can state any other movement, so other movements prove nothing.
 * So strangers add no token of their own, and the number of items grows with the wallet's own activity.
 */
export function heldAssets(table: Table) {
  const noted = new LRUCache<string, true>(growingTo(MOST_REMEMBERED));

  return {
    /** Notes the tokens that the transaction proves the wallet to hold. May be repeated. */
    async note(organisationId: OrganisationId, transaction: Moving): Promise<void> {
      const { walletId, chain, createdAt: since } = transaction;
      const unknown = provenIn(transaction).filter((token) => !noted.has(`${walletId} ${chain} ${token}`));
      await mapConcurrent(unknown.slice(0, MOST_NOTED), WRITES_AT_ONCE, async (token) => {
        const put = { ...cooldownKeys.heldAsset(organisationId, walletId, chain, token), token, since };
        await conditionHeld(write(table, { put, ...IF_ABSENT }));
        noted.set(`${walletId} ${chain} ${token}`, true);
      });
    },

    /**
     * Those of the tokens that the wallet has held. May miss what was noted in the last second.
     * @param before asks what a transaction that was recorded before this time has proven.
     */
    async among(
      organisationId: OrganisationId,
      { walletId, chain }: Owner,
      tokens: readonly string[],
      { before }: { readonly before?: string } = {},
    ): Promise<ReadonlySet<string>> {
      const { pk } = cooldownKeys.heldAsset(organisationId, walletId, chain, '');
      const found =
        tokens.length > MOST_ASKED
          ? await queryPrefix(table, pk, cooldownPrefixes.heldAssets(walletId, chain), HeldAsset)
          : await batchGet(
              table,
              tokens.map((token) => cooldownKeys.heldAsset(organisationId, walletId, chain, token)),
              HeldAsset,
              { stale: true },
            );
      if (before !== undefined) {
        return new Set(found.flatMap(({ token, since }) => (since === undefined || since < before ? token : [])));
      }
      // A token that this process has just noted may be missing in what it read.
      const own = tokens.filter((token) => noted.has(`${walletId} ${chain} ${token}`));
      return new Set([...found.map(({ token }) => token), ...own]);
    },
  };
}

export type HeldAssets = ReturnType<typeof heldAssets>;

function provenIn({ unsigned, transfers, approvals }: Moving): string[] {
  const moved = transfers.filter(({ valueUsd }) => !unsigned || valueUsd !== null);
  const granted = unsigned ? [] : approvals.filter(({ isOwner }) => isOwner);
  return tokensIn({ transfers: moved, approvals: granted });
}

/** The tokens of the transfers and the approvals, each once. */
export function tokensIn({ transfers, approvals }: Pick<StoredTransaction, 'transfers' | 'approvals'>): string[] {
  const tokens = [...transfers, ...approvals].map(({ tokenAddress }) => tokenAddress);
  return [...new Set(tokens.filter((token) => token !== null))];
}
