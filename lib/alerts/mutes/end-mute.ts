import type { Channels } from '../../channels/channel-registry.ts';
import { type DestinationRepo, destinationRepo } from '../../channels/destinations/repo.ts';
import { channels } from '../../channels/index.ts';
import { type Hidden, muteEndedDeliveries } from '../../channels/mute-deliveries.ts';
import { type SettingsRepo, settingsRepo } from '../../channels/settings/repo.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import { queueAttempts } from '../../deliveries/pending-delivery.ts';
import { type DeliveryRepo, deliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { type MuteRepo, muteRepo } from '../../organisations/mutes/repo.ts';
import type { EndedMute } from '../../organisations/mutes/schema.ts';
import type { Deps } from '../../platform/deps.ts';
import type { DueEntry } from '../../platform/due/pass.ts';
import { log } from '../../platform/log.ts';
import { type MuteOf, muteKeys, mutePrefixes } from '../../platform/table/mute-keys.ts';
import { IF_PRESENT, tryTransact } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type WalletRepo, walletRepo } from '../../wallets/repo.ts';
import { MOST_COUNTS, type Muted, mutedBy } from '../evaluation/mute-match.ts';

export interface MuteEndDeps extends Pick<Deps, 'table' | 'now'> {
  readonly mutes: Pick<MuteRepo, 'find' | 'findEnded' | 'end'>;
  readonly deliveries: Pick<DeliveryRepo, 'creations'>;
  readonly destinations: Pick<DestinationRepo, 'all'>;
  readonly settings: Pick<SettingsRepo, 'get'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
  readonly queue: Queue;
  readonly channels: Channels;
  /** The most counts that are read of a mute. */
  readonly mostCounts?: number;
}

/** The dependencies on one table. @param queue gets the first attempts of the messages. */
export const muteEndDeps = (deps: Deps, queue: Queue) => ({
  ...{ table: deps.table, now: deps.now, queue, channels },
  mutes: muteRepo(deps),
  deliveries: deliveryRepo(deps),
  destinations: destinationRepo(deps),
  settings: settingsRepo(deps),
  wallets: walletRepo(deps),
});

/**
 * Ends a mute whose end has come, and reports what it has hidden: one message to each of the people whose alerts it
 * has hidden. The call may be repeated and may stop anywhere. The gates of the mute are gone before its counts are
 * read, and the item of the ended mute is deleted together with the creation of the messages.
 * @param entry the due entry of the mute, or of an ended mute without its messages.
 */
export async function endMute(deps: MuteEndDeps, entry: Pick<DueEntry, 'organisation' | 'sk'>): Promise<void> {
  const { organisation } = entry;
  const ended = await endedOf(deps, entry);
  if (ended === null) return;
  const muted = await mutedBy(deps.table, organisation, ended.id, deps.mostCounts);
  const deliveries = muted.length === 0 ? [] : await deliveriesOf(deps, organisation, ended, muted);
  const refusal = await tryTransact(deps.table, {
    ended: { delete: muteKeys.ended(organisation, ended.id), ...IF_PRESENT },
    deliveries: deps.deliveries.creations(organisation, deliveries),
  });
  // Another run has made the messages.
  if (refusal?.failed.includes('ended')) return;
  if (refusal !== null) throw refusal;
  log.info('mute.ended', { organisation, mute: ended.id, of: ended.of, deliveries: deliveries.length });
  await queueAttempts(deps, deliveries);
}

/** Null when the mute goes on, or when its messages are made. */
async function endedOf(
  { mutes, now }: MuteEndDeps,
  { organisation, sk }: Pick<DueEntry, 'organisation' | 'sk'>,
): Promise<EndedMute | null> {
  if (sk.startsWith(mutePrefixes.ended)) return mutes.findEnded(organisation, sk.slice(mutePrefixes.ended.length));
  const of: MuteOf = sk.startsWith(mutePrefixes.mutesOf('rule')) ? 'rule' : 'wallet';
  const mute = await mutes.find(organisation, of, sk.slice(mutePrefixes.mutesOf(of).length));
  if (mute === null || mute.until > now().toISOString()) return null;
  return mutes.end(organisation, mute);
}

async function deliveriesOf(
  deps: MuteEndDeps,
  organisationId: OrganisationId,
  { id, of, targetId, reason, startedAt, endedAt }: EndedMute,
  muted: readonly Muted[],
): Promise<StoredDelivery[]> {
  const [destinations, settings, wallets] = await Promise.all([
    deps.destinations.all(organisationId),
    deps.settings.get(organisationId),
    deps.wallets.byId(
      organisationId,
      muted.map(({ walletId }) => walletId),
    ),
  ]);
  const hidden = muted.map(({ rule: { toggles, ...rule }, walletId, count, largestUsd = null }): Hidden => {
    const isOn = Object.fromEntries(toggles.map((toggle) => [toggle, true]));
    return {
      rule: { ...rule, ...isOn },
      wallet: wallets.get(walletId) ?? { id: walletId, type: '' },
      count,
      largestUsd,
    };
  });
  const isCut = muted.length === (deps.mostCounts ?? MOST_COUNTS);
  const name = of === 'rule' ? muted.at(-1)?.rule.name : wallets.get(targetId)?.label;
  return muteEndedDeliveries(
    deps.channels,
    organisationId,
    { kind: 'mute.ended', id, of, targetId, name: name ?? targetId, reason, startedAt, endedAt, isCut },
    { destinations, settings, webhooks: [] },
    hidden,
  );
}
