import * as z from 'zod';
import type { TransactionRepo } from '../../transactions/repo.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import { type Names, sentencesOf } from '../../transactions/transaction-response.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { Instant } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { Uuid } from '../../values/ids.ts';
import { rememberedWallets } from '../../wallets/remembered-wallets.ts';
import { compileRule, type EvaluableRule } from './compile-rule.ts';
import { assertJudgesTransactions } from './dry-run.ts';
import { crossingsAmong, type TakenRecord, takenRecord } from './left-by-records.ts';
import { factsBeside } from './port/facts.ts';
import type { PartySource } from './port/groups.ts';
import { asksForGroups, coveredAmong } from './port/wallet-selector.ts';

/** What a rule would have matched among the newest records. */
export const RulePreview = z
  .object({
    judged: z.int().describe('How many of the newest 200 records are of the wallets of the rule'),
    matched: z.int().describe('Matches, without cooldowns and mutes'),
    since: Instant.nullable().describe('The block time of the oldest of them'),
    samples: z
      .array(z.object({ transactionId: Uuid, blockTimestamp: Instant, summary: z.string() }))
      .describe('The newest matches, at most 5'),
  })
  .meta({ id: 'RulePreview' });
export type RulePreview = z.output<typeof RulePreview>;

const PAGES = 2;
const PAGE_SIZE = 100;
const MOST_SAMPLES = 5;
/** A rule that counts reads the table for each record. So many records are judged at once. */
const AT_ONCE = 10;

export interface PreviewDeps {
  readonly transactions: Pick<TransactionRepo, 'page' | 'countRecent' | 'findAll'>;
  /** What names the ends of the samples. */
  readonly wallets: Names;
  readonly parties: PartySource;
}

/**
 * Judges the newest records by a rule. Nothing is written. A record that leaves out effects is judged without them.
 * @throws ApiError `validation_failed` for a rule that no transaction makes fire.
 */
export async function previewRule(
  { transactions, wallets, parties }: PreviewDeps,
  organisationId: OrganisationId,
  rule: EvaluableRule,
): Promise<RulePreview> {
  assertJudgesTransactions(rule, 'rule.ruleType');
  const { needs = {}, matches } = compileRule(rule);
  const [only, ...others] = rule.walletIds;
  const isOfOne = only !== undefined && others.length === 0 && !asksForGroups(rule);
  const filter = isOfOne ? { walletId: only } : {};
  const { countRecent } = transactions;
  const known = rememberedWallets(wallets);
  const isMatch = async (transaction: StoredTransaction) =>
    matches(
      transaction,
      await factsBeside({ organisationId, transaction, countRecent, wallets: known, parties })(needs),
    );
  // A sum needs the records in the order of time, and all of them.
  const taken: TakenRecord[] = [];
  const shown: StoredTransaction[] = [];
  let [judged, matched] = [0, 0];
  let since: string | null = null;
  let cursor: string | undefined;
  // Page by page, because 200 records may have 80 MB.
  for (let page = 0; page < PAGES; page++) {
    const { data, meta } = await transactions.page(organisationId, filter, { pageSize: PAGE_SIZE, cursor });
    // A rule for several wallets judges those of the newest records that are theirs.
    const ids = data.map(({ walletId }) => walletId);
    const covered = await coveredAmong(known, organisationId, rule, ids);
    const own = data.filter(({ walletId }) => covered.has(walletId));
    const { left } = needs;
    if (left !== undefined) taken.push(...own.flatMap((record) => takenRecord(record, left)));
    const found = left === undefined ? await among(own, isMatch) : [];
    judged += own.length;
    matched += found.length;
    since = own.at(-1)?.blockTimestamp ?? since;
    shown.push(...found.slice(0, MOST_SAMPLES - shown.length));
    if (meta.next === null) break;
    cursor = meta.next;
  }
  if (needs.left !== undefined) {
    const crossings = crossingsAmong(taken, needs.left);
    matched = crossings.length;
    const samples = crossings.slice(0, MOST_SAMPLES).map(({ id }) => ({ organisation: organisationId, id }));
    shown.push(...(await transactions.findAll(samples)));
  }
  const told = await sentencesOf(wallets, organisationId, shown);
  return {
    judged,
    matched,
    since,
    samples: shown.map(({ id, blockTimestamp }, n) => ({
      transactionId: id,
      blockTimestamp,
      summary: told[n]?.summary ?? '',
    })),
  };
}

/** The records that match, in their order. */
async function among(
  records: readonly StoredTransaction[],
  isMatch: (record: StoredTransaction) => Promise<boolean>,
): Promise<StoredTransaction[]> {
  const verdicts = await mapConcurrent(records, AT_ONCE, isMatch);
  return records.filter((_, n) => verdicts[n]);
}
