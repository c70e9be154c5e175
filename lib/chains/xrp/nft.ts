import { encodeAccountID } from 'xrpl/dist/npm/utils/index.js';
import * as z from 'zod';
import type { Movement } from '../port/chain.ts';
import { ACCOUNT_ZERO } from './asset.ts';
import type { AffectedNode } from './schema.ts';

/** The flags (2 bytes), the transfer fee (2), the issuer (20), the taxon (4) and the sequence number (4), in hex. */
const NFTokenId = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .toUpperCase();
const Tokens = z
  .array(z.object({ NFToken: z.object({ NFTokenID: NFTokenId }).transform(({ NFTokenID }) => NFTokenID) }))
  .transform((tokens) => tokens.map(({ NFToken }) => NFToken))
  .optional();
const Page = z.object({ NFTokens: Tokens });
const NFTOKEN_PAGE = 'NFTokenPage';

/**
 * The movements of NFTokens (XLS-20). An account keeps its tokens in pages of at most 32, and the ledger moves tokens
 * between the pages of an account, so the pages of each account count together. A token that no page had is minted, and
 * a token that no page has is burnt: the other end is ACCOUNT_ZERO. The transaction states no name, so the issuer
 * stands for the collection.
 */
export function nftMovements(nodes: readonly AffectedNode[]): Movement[] {
  const held = new Map<string, Map<string, number>>();
  const count = (ids: readonly string[], owner: string, by: number): void => {
    for (const id of ids) {
      const owners = held.get(id) ?? new Map<string, number>();
      held.set(id, owners.set(owner, (owners.get(owner) ?? 0) + by));
    }
  };
  for (const { CreatedNode, ModifiedNode, DeletedNode } of nodes) {
    const entry = CreatedNode ?? ModifiedNode ?? DeletedNode;
    if (entry?.LedgerEntryType !== NFTOKEN_PAGE) continue;
    const owner = pageOwner(entry.LedgerIndex);
    if (owner === null) throw new Error(`${entry.LedgerIndex} names no page of NFTokens`);
    const after = Page.parse(entry.NewFields ?? entry.FinalFields ?? {}).NFTokens ?? [];
    const before = Page.parse(entry.PreviousFields ?? {}).NFTokens ?? after;
    if (CreatedNode === undefined) count(before, owner, -1);
    if (DeletedNode === undefined) count(after, owner, 1);
  }
  return [...held].flatMap(([id, owners]): Movement[] => {
    const from = [...owners].find(([, change]) => change < 0)?.[0];
    const to = [...owners].find(([, change]) => change > 0)?.[0];
    if (from === undefined && to === undefined) return [];
    const issuer = encodeAccountID(Buffer.from(id.slice(8, 48), 'hex'));
    return [
      {
        asset: issuer,
        tokenAddress: issuer,
        tokenId: id,
        standard: 'XLS-20',
        from: from ?? ACCOUNT_ZERO,
        to: to ?? ACCOUNT_ZERO,
        amount: '1',
        ...(from === undefined && { isMint: true as const }),
      },
    ];
  });
}

/** The account whose tokens a page holds: the first 20 bytes of the page's index. Null for any other value. */
export function pageOwner(index: unknown): string | null {
  if (typeof index !== 'string' || !/^[0-9a-f]{64}$/i.test(index)) return null;
  return encodeAccountID(Buffer.from(index.slice(0, 40), 'hex'));
}
