import { type AudienceMember, audienceOf } from '../../channels/alert-audience.ts';
import { type Channels, toggles } from '../../channels/channel-registry.ts';
import { destinationRepo } from '../../channels/destinations/repo.ts';
import type { AudienceRecords } from '../../channels/port/channel.ts';
import { settingsRepo } from '../../channels/settings/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { walletRepo } from '../../wallets/repo.ts';
import { walletListing } from '../../wallets/wallet-listing.ts';
import { asksForWallets, type SubjectWallet } from '../../webhooks/notice-match.ts';
import { webhookRepo } from '../../webhooks/repo.ts';
import type { PreviewQuery } from '../events/match-schema.ts';
import { type AnySelector, covers } from './port/wallet-selector.ts';
import { ruleRepo } from './repo.ts';
import type { StoredRule } from './schema.ts';

interface AudienceDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly channels: Channels;
}

/**
 * Reads once who may get the alerts of some rules.
 * @returns a function that adds to one of the rules how many would get its alert about any of its wallets.
 */
export async function ruleAudiences(
  deps: AudienceDeps,
  organisationId: OrganisationId,
  rules: readonly Asking[],
): Promise<<R extends StoredRule>(rule: R) => R & { audience: number }> {
  const records = await recordsOf(deps, organisationId);
  const wallets = await walletsFor(deps, organisationId, records, rules);
  return (rule) => {
    const subject = { rule, wallets: coveredBy(rule, wallets) };
    return { ...rule, audience: audienceOf(deps.channels, { ...records, rule }, subject).length };
  };
}

/** Stands for the id of a rule that is yet to be made, and of any wallet of a kind: no match can name this id. */
const NO_ID = '';

/**
 * Who would get an alert of a stored rule, of a rule of a type that is yet to be made, or of any rule.
 * @throws ApiError `not_found`.
 */
export async function previewAudience(
  deps: AudienceDeps,
  organisationId: OrganisationId,
  { ruleId, ruleType, walletId, severity }: PreviewQuery,
): Promise<AudienceMember[]> {
  const rule = ruleId === undefined ? null : await ruleRepo(deps).get(organisationId, ruleId);
  const wallet = walletId === undefined ? null : await walletRepo(deps).get(organisationId, walletId);
  if (rule !== null && wallet !== null && coveredBy(rule, [wallet]).length === 0) return [];
  const records = await recordsOf(deps, organisationId);
  const asking = rule === null ? [] : [rule];
  const wallets = wallet === null ? await walletsFor(deps, organisationId, records, asking) : [wallet];
  if (rule !== null) {
    const about = { ...rule, severity: severity ?? rule.severity };
    return audienceOf(deps.channels, { ...records, rule }, { rule: about, wallets: coveredBy(rule, wallets) });
  }
  const allOn = Object.fromEntries(Object.keys(toggles(deps.channels)).map((field) => [field, true]));
  const about = { id: ruleType === undefined ? undefined : NO_ID, ruleType, severity };
  return audienceOf(deps.channels, { ...records, rule: { ...allOn, id: NO_ID } }, { rule: about, wallets });
}

async function recordsOf(deps: AudienceDeps, organisationId: OrganisationId): Promise<AudienceRecords> {
  const [webhooks, destinations, settings] = await Promise.all([
    webhookRepo(deps).all(organisationId),
    destinationRepo(deps).all(organisationId),
    settingsRepo(deps).get(organisationId),
  ]);
  return { webhooks, destinations, settings };
}

/** What asks for wallets: by ids, by types, or by tags. */
interface Asking {
  readonly walletIds?: readonly string[] | undefined;
  readonly walletTypes?: readonly string[] | undefined;
  readonly walletTags?: readonly string[] | undefined;
}

/** Wallets that rules and recipients name, of which a request reads the first. Few name any. */
const MOST_NAMED = 1_000;

/**
 * Wallets that stand for all wallets of the organisation: those that rules or recipients name, and one for each
 * combination of a type and tags. They are read only if a recipient asks for particular wallets.
 */
async function walletsFor(
  deps: AudienceDeps,
  organisationId: OrganisationId,
  { webhooks, destinations }: AudienceRecords,
  rules: readonly Asking[],
): Promise<readonly SubjectWallet[]> {
  const matches = [...webhooks, ...destinations].map(({ match }) => match).filter(asksForWallets);
  if (matches.length === 0) return [];
  const asking: readonly Asking[] = [...matches, ...rules];
  const ids = new Set(asking.flatMap(({ walletIds = [] }) => walletIds));
  const asked = {
    types: asking.flatMap(({ walletTypes = [] }) => walletTypes),
    tags: asking.flatMap(({ walletTags = [] }) => walletTags),
  };
  const [named, kinds] = await Promise.all([
    walletRepo(deps).byId(organisationId, [...ids].slice(0, MOST_NAMED)),
    walletListing(deps).kinds(organisationId, asked),
  ]);
  const live = [...named.values()].filter(({ deletedAt }) => deletedAt === null);
  return [...live, ...kinds.map((kind) => ({ ...kind, id: NO_ID }))];
}

const coveredBy = (rule: AnySelector, wallets: readonly SubjectWallet[]): readonly SubjectWallet[] =>
  wallets.filter(({ id, type, tags = [] }) => covers(rule, id, { type, tags }));
