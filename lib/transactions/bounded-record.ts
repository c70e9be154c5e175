import * as z from 'zod';
import { isWrapped, knownToken } from '../chains/known-tokens.ts';
import { chainOf } from '../chains/registry.ts';
import { errorFields, log } from '../platform/log.ts';
import type { OrganisationId } from '../values/ids.ts';
import { bounded, fits, type Relevance } from './bounded.ts';
import { type HeldAssets, tokensIn } from './held-assets.ts';
import type { TransactionRepo } from './repo.ts';
import type { StoredTransaction } from './schema.ts';

/** What the rules of an organisation match in a transaction, and what they name. */
export type RuleRelevance = (organisationId: OrganisationId, record: StoredTransaction) => Promise<Relevance>;

interface BoundedDeps {
  readonly transactions: Pick<TransactionRepo, 'effects' | 'page'>;
  readonly heldAssets: Pick<HeldAssets, 'among'>;
  readonly ruleRelevance: RuleRelevance;
}

/** Gives the record to store of a transaction. @param whole the record with all effects and their USD values. */
export type Bounded = (organisationId: OrganisationId, whole: StoredTransaction) => Promise<StoredTransaction>;

/**
 * The newest records of the wallet, whose tokens the record keeps rather than unknown tokens. Each of them may have 500
 * transfers too, and takes some 3 ms then. Dust of strangers pushes older records out of these, but not what the wallet
 * is known to have held.
 */
const EARLIER_RECORDS = 25;
const NOTHING: Relevance = { matched: [], names: () => false };

/**
 * Bounds records. A record with more effects than an item holds keeps the most relevant ones. All effects are then
 * stored beside the record, so that rules and balances see everything: see `TransactionRepo.whole`.
 */
export const boundedRecords =
  (deps: BoundedDeps): Bounded =>
  async (organisationId, whole) => {
    if (fits(whole)) return whole;
    const [rules, earlier, held, effects] = await Promise.all([
      unlessFaulty(deps.ruleRelevance(organisationId, whole), NOTHING),
      unlessFaulty(earlierTokens(deps, organisationId, whole), new Set<string>()),
      unlessFaulty(deps.heldAssets.among(organisationId, whole, tokensIn(whole)), new Set<string>()),
      deps.transactions.effects.store(organisationId, whole.id, whole),
    ]);
    const known = knownTokensIn(whole);
    const names = (text: string) => rules.names(text) || [earlier, held, known].some((tokens) => tokens.has(text));
    const shown = bounded(whole, { matched: rules.matched, names });
    log.warn('transaction.bounded', { ...shown.omitted });
    return { ...whole, ...shown, effects };
  };

/** Faulty data of the organisation changes what the record keeps, but must not keep the record from being stored. */
async function unlessFaulty<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    log.error('transaction.relevance_failed', errorFields(error));
    return otherwise;
  }
}

/** The approved tokens of well-known issuers. They come first by their issuer, because an approval has no value. */
const knownTokensIn = ({ chain: id, approvals }: StoredTransaction): ReadonlySet<string> => {
  const { id: chain } = chainOf(id);
  const tokens = approvals.map(({ tokenAddress, asset }) => ({ chain, tokenAddress, symbol: asset }));
  return new Set(
    tokens.filter((each) => knownToken(each) !== null || isWrapped(each)).map(({ tokenAddress }) => tokenAddress),
  );
};

/** The tokens that the newest records of the wallet name, besides this record. */
async function earlierTokens(
  { transactions }: BoundedDeps,
  organisationId: OrganisationId,
  { id, walletId }: StoredTransaction,
): Promise<ReadonlySet<string>> {
  const { data } = await transactions.page(organisationId, { walletId }, { page: 1, pageSize: EARLIER_RECORDS });
  return new Set(data.filter((record) => record.id !== id).flatMap(tokensIn));
}
