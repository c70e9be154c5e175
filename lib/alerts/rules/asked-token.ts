import * as z from 'zod';
import { allFamilies } from '../../chains/registry.ts';
import { ASKING_RULES, keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { walkPrefix } from '../../platform/table/walk.ts';
import type { Delete, Put } from '../../platform/table/write.ts';
import { OrganisationId, Uuid } from '../../values/ids.ts';
import type { StoredRule } from './schema.ts';

/** The families of which a check reads a token only where a rule asks for its balance. */
const ASKED = allFamilies.filter(({ checkedTokens }) => checkedTokens === 'asked');

const Conditions = z.object({ asset: z.string() });

/** The token whose balance a check reads for this rule, in canonical form; null for every other rule. */
export function askedToken({ ruleType, conditions }: Pick<StoredRule, 'ruleType' | 'conditions'>): string | null {
  const asset = ruleType === 'balance' ? Conditions.safeParse(conditions).data?.asset : undefined;
  if (asset === undefined) return null;
  return ASKED.flatMap((family) => family.parseAddress(asset) ?? [])[0]?.address ?? null;
}

/** An active rule for which checks read the balance of a token. */
const AskingRule = z.object({ organisationId: OrganisationId, ruleId: Uuid });
export type AskingRule = z.output<typeof AskingRule>;

/** The write that names such a rule to the checks of balances, as a part of the transaction that changes the rule. */
export const askingPuts = (organisationId: OrganisationId, rule: StoredRule): Put[] =>
  rule.isActive && askedToken(rule) !== null
    ? [{ put: { ...keys.askingRule(organisationId, rule.id), organisationId, ruleId: rule.id } }]
    : [];

/** The write after which no check reads a token for a rule. */
export const askingDeletes = (organisationId: OrganisationId, { id, ruleType }: StoredRule): Delete[] =>
  ruleType === 'balance' ? [{ delete: keys.askingRule(organisationId, id) }] : [];

/** All such rules of all organisations. Fifty of them cost a read unit. */
export async function askingRules(table: Table): Promise<AskingRule[]> {
  const rules: AskingRule[] = [];
  for await (const page of walkPrefix(table, ASKING_RULES, '')) rules.push(...z.array(AskingRule).parse(page));
  return rules;
}
