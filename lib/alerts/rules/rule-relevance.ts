import type { RuleRelevance } from '../../transactions/bounded-record.ts';
import type { Entry } from '../../transactions/entry-ranks.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { CurrentRules } from './current-rules.ts';
import type { IndexedRule } from './rule-index.ts';
import { nameForm } from './rule-names.ts';

/**
 * How often the watcher asks rules about an entry of one transaction. A stranger can log 20,000 events, and an
 * organisation can have 500 rules. The rules that are left out see everything too, but only when they are evaluated.
 */
const MOST_ASKED = 2_000_000;

/** What the rules of an organisation match in a transaction, and which tokens, contracts and symbols they name. */
export const ruleRelevance =
  (current: CurrentRules): RuleRelevance =>
  async (organisationId, record) => {
    const rules = await current(organisationId);
    if (rules.size === 0) return { matched: [], names: () => false };
    const entries = record.transfers.length + record.approvals.length + record.authority.length;
    const asked = rules.candidates(record).slice(0, Math.ceil(MOST_ASKED / entries));
    const names = rules.names();
    return {
      matched: asked.map((rule) => matchedBy(rule, record)),
      names: (text) => names.has(nameForm(text)),
    };
  };

/** A rule with invalid conditions must fail alone, when it is evaluated. */
function matchedBy({ compiled }: IndexedRule, record: StoredTransaction): readonly Entry[] {
  try {
    return compiled().matched(record, {});
  } catch {
    return [];
  }
}
