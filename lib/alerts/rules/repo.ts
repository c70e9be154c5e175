import * as z from 'zod';
import { below, limitReached } from '../../organisations/limits/limits.ts';
import { MUTE_TRIES, muteRepo, type PlanMute, type Target } from '../../organisations/mutes/repo.ts';
import { StoredMute } from '../../organisations/mutes/schema.ts';
import { nextRulesVersion } from '../../organisations/rules-version.ts';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { newestFirst, type Page, pageOf } from '../../platform/page.ts';
import { tryCreate } from '../../platform/table/create.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { mutePrefixes } from '../../platform/table/mute-keys.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { getItem, queryPrefix } from '../../platform/table/table.ts';
import { type Check, conditionHeld, IF_ABSENT, IF_PRESENT, transact, tryTransact } from '../../platform/table/write.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import { Instant } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { StoredWallet } from '../../wallets/schema.ts';
import { askingDeletes, askingPuts } from './asked-token.ts';
import { asksForGroups, covers } from './port/wallet-selector.ts';
import { ruleStates, shownRule, silenceWrites, stateDeletes, versionWrites } from './rule-state.ts';
import { Conditions, type CountedRule, type RuleQuery, type RuleSchemas, RuleState, StoredRule } from './schema.ts';

/**
 * The most rules of an organisation. A rule that matches takes about 10 ms, and a function has a minute for a batch of
 * records.
 */
export const MAX_RULES = 500;

/** The table stores conditions as JSON text: conditions may hold numbers beyond 2^53, which the SDK does not write. */
const ConditionsText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(Conditions);

/** The version of the rules of an organisation. Each change of a rule makes a higher version. */
const RulesVersion = z
  .object({ rulesVersion: z.number().int().default(0), rulesChangedAt: Instant.nullable().default(null) })
  .transform(({ rulesVersion, rulesChangedAt }) => ({ version: rulesVersion, changedAt: rulesChangedAt }));
type RulesVersion = z.output<typeof RulesVersion>;

/**
 * Rules of organisations, each shown with its counts. The organisation's item holds the number of rules, so
 * that the limit holds in a race.
 */
export function ruleRepo(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  schemas: Pick<RuleSchemas, 'StoredRule'> = { StoredRule },
) {
  const { table, now } = deps;
  const RuleItem = schemas.StoredRule.extend({ conditions: ConditionsText });

  /** The schema leaves out the fields that a channel takes and does not store. */
  const itemOf = (organisationId: OrganisationId, rule: StoredRule) => ({
    ...keys.rule(organisationId, rule.id),
    ...schemas.StoredRule.parse(rule),
    conditions: JSON.stringify(rule.conditions),
  });

  const find = (organisationId: OrganisationId, id: string): Promise<StoredRule | null> =>
    getItem(table, keys.rule(organisationId, id), RuleItem);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredRule> {
    const rule = await find(organisationId, id);
    if (rule === null) throw notFound('alert rule');
    return rule;
  }

  /** The mutes of rules by the ids of the rules. */
  async function mutesOf(organisationId: OrganisationId, ids: readonly string[]): Promise<Map<string, StoredMute>> {
    if (ids.length === 0) return new Map();
    const { pk } = keys.organisation(organisationId);
    const mutes = await queryPrefix(table, pk, mutePrefixes.mutesOf('rule'), StoredMute);
    return new Map(mutes.map((mute) => [mute.targetId, mute]));
  }

  async function shown(organisationId: OrganisationId, rules: readonly StoredRule[]): Promise<CountedRule[]> {
    const ids = rules.map(({ id }) => id);
    const [states, mutes] = await Promise.all([ruleStates(table, organisationId, ids), mutesOf(organisationId, ids)]);
    return rules.map((rule, n) => shownRule(rule, states[n] ?? RuleState.parse({}), mutes.get(rule.id), now()));
  }

  return {
    find,
    get,
    shown,

    /** Strongly consistent. */
    version: async (organisationId: OrganisationId): Promise<RulesVersion> =>
      (await getItem(table, keys.organisation(organisationId), RulesVersion)) ?? RulesVersion.parse({}),

    /** Every rule of the organisation, strongly consistent: a rule is evaluated from its response 201 on. */
    all: (organisationId: OrganisationId): Promise<StoredRule[]> =>
      queryPrefix(table, keys.organisation(organisationId).pk, prefixes.rules, RuleItem),

    /**
     * @param lists hold while the address lists of the rule exist.
     * @throws ApiError `conflict` when the organisation has the highest number of rules, or a list was just deleted.
     */
    async create(organisationId: OrganisationId, rule: StoredRule, lists: readonly Check[] = []): Promise<void> {
      const refusal = await tryCreate(table, {
        lists,
        rule: { put: itemOf(organisationId, rule), ...IF_ABSENT },
        organisation: {
          ...nextRulesVersion(organisationId, now(), { ruleCount: 1 }),
          ...below('rules', 'ruleCount', MAX_RULES),
        },
        version: versionWrites(organisationId, rule),
        silence: silenceWrites(organisationId, rule, now()),
        asking: askingPuts(organisationId, rule),
        audit: audited(deps, organisationId, { action: 'create', resource: 'rule', id: rule.id, after: rule }),
      });
      if (refusal === null) return;
      if (refusal.failed.includes('lists')) throw listIsGone();
      if (!refusal.failed.includes('organisation')) throw refusal;
      throw await limitReached(table, organisationId, 'rules', { stage: MAX_RULES, noun: 'alert rules' });
    },

    /**
     * Stores the rule under its next version, together with its mute if the request sets one.
     * @param lists as for `create`.
     * @throws ApiError `conflict` when another request changed the rule meanwhile, or deleted one of its lists.
     */
    async replace(
      organisationId: OrganisationId,
      before: StoredRule,
      rule: StoredRule,
      {
        lists = [],
        planMute = async () => null,
      }: { readonly lists?: readonly Check[]; readonly planMute?: PlanMute } = {},
    ): Promise<StoredRule> {
      const next = { ...rule, version: before.version + 1 };
      return optimistically(`the mute of ${rule.id}`, MUTE_TRIES, async () => {
        const muting = await planMute();
        const asking = askingPuts(organisationId, next);
        const refusal = await tryTransact(table, {
          rule: { put: itemOf(organisationId, next), ...ifSame(before, 'version') },
          organisation: nextRulesVersion(organisationId, now()),
          version: versionWrites(organisationId, next),
          silence: silenceWrites(organisationId, next, now()),
          asking: asking.length > 0 ? asking : askingDeletes(organisationId, next),
          mute: muting?.writes,
          lists,
          audit: audited(deps, organisationId, {
            ...{ action: 'update', resource: 'rule', id: rule.id },
            before: { ...before, ...muting?.before },
            after: { ...next, ...muting?.after },
          }),
        });
        if (refusal === null) return next;
        if (refusal.failed.includes('lists')) throw listIsGone();
        if (refusal.failed.includes('mute') && !refusal.failed.includes('rule')) return undefined;
        throw new ApiError('conflict', 'The rule was changed at the same time; read it again.');
      });
    },

    /** What a mute of the rule names. */
    muted: (organisationId: OrganisationId, record: StoredRule): Target => ({
      of: 'rule',
      id: record.id,
      record,
      exists: { check: keys.rule(organisationId, record.id), ...IF_PRESENT },
    }),

    /** @throws ApiError `not_found`. */
    async remove(organisationId: OrganisationId, id: string): Promise<void> {
      const rule = await get(organisationId, id);
      const before = { ...rule, ...(await muteRepo(deps).shownFields(organisationId, 'rule', id)) };
      const removing = transact(table, {
        rule: { delete: keys.rule(organisationId, id), ...IF_PRESENT },
        states: stateDeletes(organisationId, id),
        asking: askingDeletes(organisationId, rule),
        organisation: nextRulesVersion(organisationId, now(), { ruleCount: -1 }),
        audit: audited(deps, organisationId, { action: 'delete', resource: 'rule', id, before }),
      });
      if (!(await conditionHeld(removing))) throw notFound('alert rule');
    },

    async list(
      organisationId: OrganisationId,
      { ruleType, isActive, walletId, ...request }: RuleQuery,
    ): Promise<Page<CountedRule>> {
      const all = await this.all(organisationId);
      const wallet =
        walletId !== undefined && all.some(asksForGroups)
          ? await getItem(table, keys.wallet(organisationId, walletId), StoredWallet)
          : null;
      const wanted = all.filter(
        (rule) =>
          (ruleType === undefined || rule.ruleType === ruleType) &&
          (isActive === undefined || String(rule.isActive) === isActive) &&
          (walletId === undefined || covers(rule, walletId, wallet)),
      );
      const { data, meta } = pageOf(
        newestFirst(wanted),
        request,
        'rules',
        organisationId,
        ruleType,
        isActive,
        walletId,
      );
      return { data: await shown(organisationId, data), meta };
    },
  };
}

const listIsGone = (): ApiError =>
  new ApiError('conflict', 'An address list that the rule names was deleted at the same time.');

export type RuleRepo = ReturnType<typeof ruleRepo>;
