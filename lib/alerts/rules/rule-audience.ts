import { type AudienceMember, audienceOf } from '../../channels/alert-audience.ts';
import { type Channels, toggles } from '../../channels/channel-registry.ts';
import { destinationRepo } from '../../channels/destinations/repo.ts';
import type { AudienceRecords } from '../../channels/port/channel.ts';
import { settingsRepo } from '../../channels/settings/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { walletRepo } from '../../wallets/repo.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import { asksForWallets } from '../../webhooks/notice-match.ts';
import { webhookRepo } from '../../webhooks/repo.ts';
import type { PreviewQuery } from '../events/match-schema.ts';
import { ruleRepo } from './repo.ts';
import type { StoredRule } from './schema.ts';
import { type AnySelector, covers } from './wallet-selector.ts';

interface AudienceDeps extends Pick<Deps, 'table' | 'now'> {
  readonly channels: Channels;
}

/**
 * Reads once who may get the alerts of an organisation.
 * @returns a function that adds to a rule how many would get its alert about any of its wallets.
 */
export async function ruleAudiences(
  deps: AudienceDeps,
  organisationId: OrganisationId,
): Promise<<R extends StoredRule>(rule: R) => R & { audience: number }> {
  const records = await recordsOf(deps, organisationId);
  const wallets = await walletsFor(deps, organisationId, records);
  return (rule) => {
    const subject = { rule, wallets: coveredBy(rule, wallets) };
    return { ...rule, audience: audienceOf(deps.channels, { ...records, rule }, subject).length };
  };
}

/** Stands for the id of a rule that is yet to be made: no match can name this id. */
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
  const wallets = wallet === null ? await walletsFor(deps, organisationId, records) : [wallet];
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

/** The wallets of the organisation. They are read only if somebody asks for particular wallets. */
const walletsFor = async (
  deps: AudienceDeps,
  organisationId: OrganisationId,
  { webhooks, destinations }: AudienceRecords,
): Promise<readonly StoredWallet[]> =>
  [...webhooks, ...destinations].some(({ match }) => asksForWallets(match))
    ? walletRepo(deps).live(organisationId)
    : [];

const coveredBy = (rule: AnySelector, wallets: readonly StoredWallet[]): readonly StoredWallet[] =>
  wallets.filter((wallet) => covers(rule, wallet.id, wallet));
