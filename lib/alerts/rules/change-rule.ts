import { type Channels, merged, ruleFieldsOf } from '../../channels/channel-registry.ts';
import type { FieldChange, FieldDeps, Fields } from '../../channels/port/channel-fields.ts';
import { muteRepo } from '../../organisations/mutes/repo.ts';
import { askedMute } from '../../organisations/mutes/schema.ts';
import type { Deps } from '../../platform/deps.ts';
import { allPass } from '../../values/dependent-checks.ts';
import { ApiError, invalidField, validationFailed } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { walletListing } from '../../wallets/wallet-listing.ts';
import { askedToken } from './asked-token.ts';
import { assertLists } from './named-lists.ts';
import {
  MOST_SWEPT_WALLETS,
  newSelector,
  type StoredSelector,
  shownSelector,
  statedSelector,
} from './port/wallet-selector.ts';
import type { RuleRepo } from './repo.ts';
import { shownRule } from './rule-state.ts';
import { assertWallets } from './rule-wallets.ts';
import { type CreateRule, conditionErrors, RuleState, type StoredRule, type UpdateRule } from './schema.ts';
import { ruleTypes } from './types/rule-types.ts';

export interface ChangeDeps extends Deps, FieldDeps {
  readonly channels: Channels;
  readonly rules: RuleRepo;
}

/** Makes a rule. This response alone shows the secrets that the channels made. @throws ApiError `validation_failed`. */
export async function createRule(deps: ChangeDeps, organisationId: OrganisationId, input: CreateRule) {
  const { rules } = deps;
  const id = deps.newId();
  const { wallets: _, ...fields } = input;
  const [{ stored, shownOnce }, lists] = await allPass(
    channelChange(deps, organisationId, id, fields, {}),
    assertLists(deps.table, organisationId, input.conditions),
    assertWallets(deps, organisationId, input),
    assertFewWallets(deps, organisationId, input, newSelector(input)),
    assertFewActive(deps, organisationId, input.ruleType),
  );
  const at = deps.now().toISOString();
  const { cooldownMinutes } = ruleTypes[input.ruleType];
  const rule: StoredRule = {
    cooldownMinutes,
    ...fields,
    ...newSelector(input),
    id,
    isActive: true,
    version: 1,
    ...stored,
    createdAt: at,
    updatedAt: at,
  };
  await rules.create(organisationId, rule, lists);
  return { ...shownRule(rule, RuleState.parse({}), undefined, deps.now()), ...shownOnce };
}

/**
 * Changes a rule. This response alone shows the secrets that the channels made.
 * @throws ApiError `not_found`, `validation_failed`, `conflict`.
 */
export async function updateRule(deps: ChangeDeps, organisationId: OrganisationId, id: string, given: UpdateRule) {
  const { rules } = deps;
  const before = await rules.get(organisationId, id);
  const { mutedUntil, muteReason, muteCritical, wallets, walletIds, ...others } = given;
  const change = { ...others, ...statedSelector({ wallets, walletIds }) };
  const isActivated = change.isActive === true && !before.isActive;
  // While a rule is off, its lists may be deleted. A rule that is switched on without them would match nobody.
  const stated = change.conditions ?? (change.isActive === true ? before.conditions : {});
  const [lists, { stored, shownOnce }, mute] = await allPass(
    assertLists(deps.table, organisationId, stated),
    channelChange(deps, organisationId, id, change, before),
    askedMute({ mutedUntil, muteReason, muteCritical }, deps.now()),
    assertConditions(before.ruleType, change.conditions),
    isActivated ? assertFewActive(deps, organisationId, before.ruleType) : Promise.resolve(),
    assertWallets(deps, organisationId, given),
    assertFewWallets(deps, organisationId, { ...before, ...change }, { ...before, ...statedSelector(given) }),
  );
  const rule = { ...before, ...change, ...stored, updatedAt: deps.now().toISOString() };
  // A mute is a state beside the rule: it makes no new version of the rule, whose cooldowns go on.
  const isChanged = Object.keys(change).length > 0;
  const mutes = muteRepo(deps);
  const planMute = mutes.planOf(organisationId, 'rule', id, mute);
  const replaced = isChanged ? await rules.replace(organisationId, before, rule, { lists, planMute }) : before;
  if (!isChanged && mute !== undefined) await mutes.set(organisationId, rules.muted(organisationId, before), mute);
  const [counts] = await rules.shown(organisationId, [replaced]);
  return { ...replaced, ...counts, ...shownOnce };
}

/** The changes that the channels make to a rule. */
async function channelChange(
  deps: ChangeDeps,
  organisationId: OrganisationId,
  recordId: string,
  given: Fields,
  before: Fields,
): Promise<FieldChange> {
  const owner = { organisationId, recordId };
  const changes = await allPass(...ruleFieldsOf(deps.channels).map(({ change }) => change(deps, owner, given, before)));
  return {
    stored: merged(changes.map(({ stored }) => stored)),
    shownOnce: merged(changes.map(({ shownOnce }) => shownOnce)),
  };
}

async function assertConditions(ruleType: StoredRule['ruleType'], conditions: UpdateRule['conditions']): Promise<void> {
  const errors = conditions === undefined ? [] : conditionErrors(ruleType, conditions);
  if (errors.length > 0) throw validationFailed(errors);
}

/**
 * Refuses a rule about too many wallets when something reads all of them again and again: the sweeps of a rule that no
 * transaction makes fire, and the checks that read a token for the rule alone.
 * @throws ApiError `validation_failed` on `wallets`.
 */
async function assertFewWallets(
  deps: Deps,
  organisationId: OrganisationId,
  rule: Pick<StoredRule, 'ruleType' | 'conditions'>,
  selector: StoredSelector,
): Promise<void> {
  const isOfTime = ruleTypes[rule.ruleType].isOfTime;
  if (!isOfTime && askedToken(rule) === null) return;
  const { wallets } = shownSelector(selector);
  const { isComplete } = await walletListing(deps).selected(organisationId, wallets, MOST_SWEPT_WALLETS);
  if (isComplete) return;
  const kind = isOfTime ? `a ${rule.ruleType} rule` : 'a rule about the balance of a token of this chain';
  throw invalidField('wallets', `are more than ${MOST_SWEPT_WALLETS}, the most of ${kind}`);
}

/**
 * Refuses a further active rule of a type that costs something beside records. Two requests at once may make one more.
 * @throws ApiError `conflict`.
 */
async function assertFewActive(
  { rules }: Pick<ChangeDeps, 'rules'>,
  organisationId: OrganisationId,
  ruleType: StoredRule['ruleType'],
): Promise<void> {
  const { mostActive } = ruleTypes[ruleType];
  if (mostActive === undefined) return;
  const active = (await rules.all(organisationId)).filter((rule) => rule.isActive && rule.ruleType === ruleType);
  if (active.length < mostActive) return;
  const message = `An organisation has at most ${mostActive} active rules of the type ${ruleType}.`;
  throw new ApiError('conflict', `${message} One rule can be about many wallets: see \`wallets\`.`);
}
