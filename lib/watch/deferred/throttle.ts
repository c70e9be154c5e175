import { isDeepStrictEqual } from 'node:util';
import { type ChainId, chainOf } from '../../chains/registry.ts';
import type { Channels } from '../../channels/channel-registry.ts';
import type { DestinationRepo } from '../../channels/destinations/repo.ts';
import { reportDeliveries } from '../../channels/plan-deliveries.ts';
import type { SettingsRepo } from '../../channels/settings/repo.ts';
import { type FirstAttemptDeps, queueAttempts } from '../../deliveries/pending-delivery.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import { log } from '../../platform/log.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { matchKeys } from '../../platform/table/match-keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { conditionHeld, IF_ABSENT, transact, type Update, write } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { walletIdsOf } from '../../wallets/account-wallets.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import { Throttling } from '../../wallets/throttled-wallets.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import type { HourlyBudget } from '../hourly-budget.ts';

/**
 * A throttling ends when the budget has sufficed for this long. Otherwise an organisation near its budget would get an
 * notice every few minutes.
 */
const CALM_SECONDS = 3600;
/** How old `exceededAt` may become before it is written again. */
const NOTED_SECONDS = 300;
/** Wallets that one item names, at most 100 bytes each. The wallets beyond wait too, and show as active. */
const MOST_WALLETS = 1_000;
/** Wallets that a notice names. */
const MOST_NAMED = 5;

export interface ThrottleDeps extends Pick<Deps, 'table' | 'now'>, Pick<FirstAttemptDeps, 'queue'> {
  readonly wallets: Pick<WalletRepo, 'owned' | 'byId'>;
  readonly settings: Pick<SettingsRepo, 'get'>;
  readonly webhooks: Pick<WebhookRepo, 'all'>;
  readonly destinations: Pick<DestinationRepo, 'all'>;
  readonly channels: Channels;
  readonly deliveries: Pick<DeliveryRepo, 'creations'>;
  readonly hourly: Pick<HourlyBudget, 'of'>;
}

/** Marks wallets whose matches wait for the budget of records, and tells the organisation once. */
export function throttle(deps: ThrottleDeps) {
  const { table, now } = deps;

  const find = (organisationId: OrganisationId, chain: ChainId): Promise<Throttling | null> =>
    getItem(table, matchKeys.throttled(organisationId, chain), Throttling);

  /** Creates the throttling and the notices in one transaction, so that the organisation gets them once. */
  async function begin(organisationId: OrganisationId, chain: ChainId, walletIds: readonly string[]): Promise<void> {
    const at = now().toISOString();
    const throttling: Throttling = {
      chain,
      since: at,
      exceededAt: at,
      wallets: Object.fromEntries(walletIds.map((id) => [id, at])),
    };
    const wallets = await deps.wallets.byId(organisationId, walletIds);
    const named = walletIds.slice(0, MOST_NAMED).flatMap((id) => wallets.get(id) ?? []);
    const deliveries = reportDeliveries(
      deps.channels,
      organisationId,
      {
        kind: 'wallet.throttled',
        chainId: chain,
        chain: chainOf(chain),
        since: at,
        perHour: await deps.hourly.of(organisationId),
        wallets: named.map(({ id, label, address }) => ({ id, label, address })),
        more: Math.max(0, walletIds.length - MOST_NAMED),
      },
      {
        webhooks: await deps.webhooks.all(organisationId),
        destinations: await deps.destinations.all(organisationId),
        settings: await deps.settings.get(organisationId),
      },
      [...wallets.values()],
    );
    const put = { put: { ...matchKeys.throttled(organisationId, chain), ...throttling }, ...IF_ABSENT };
    const writes = { throttling: put, deliveries: deps.deliveries.creations(organisationId, deliveries) };
    if (!(await conditionHeld(transact(table, writes)))) return;
    log.warn('matches.throttled', { chain, organisation: organisationId, wallets: walletIds.length });
    await queueAttempts(deps, deliveries);
  }

  /** Changes a throttling that is as it was read. Another run may have changed it, which the next run corrects. */
  async function change(organisationId: OrganisationId, before: Throttling, set: Partial<Throttling>): Promise<void> {
    const part: Update<Throttling> = {
      update: matchKeys.throttled(organisationId, before.chain),
      set,
      ...ifSame(before, 'since'),
    };
    await conditionHeld(write(table, part));
  }

  return {
    /** Marks the wallets at these addresses: the budget is used up while they wait. Others wait no more. */
    async exceeded(organisationId: OrganisationId, chain: ChainId, addresses: readonly string[]): Promise<void> {
      const owned = await deps.wallets.owned(organisationId, [chain], addresses.slice(0, MOST_WALLETS));
      const ids = [...owned.values()].flatMap(walletIdsOf).slice(0, MOST_WALLETS);
      const before = await find(organisationId, chain);
      if (before === null) return ids.length > 0 ? begin(organisationId, chain, ids) : undefined;
      const at = now();
      const wallets = Object.fromEntries(ids.map((id) => [id, before.wallets[id] ?? at.toISOString()]));
      const isNoted = plusSeconds(new Date(before.exceededAt), NOTED_SECONDS) > at;
      if (isNoted && isDeepStrictEqual(wallets, before.wallets)) return;
      await change(organisationId, before, { wallets, exceededAt: at.toISOString() });
    },

    /**
     * Unmarks the wallets, because no match waits. Returns when the throttling ends, or null when it has ended: until
     * then, the organisation gets no further notice.
     */
    async drained(organisationId: OrganisationId, chain: ChainId): Promise<Date | null> {
      const before = await find(organisationId, chain);
      if (before === null) return null;
      const ends = plusSeconds(new Date(before.exceededAt), CALM_SECONDS);
      if (ends <= now()) {
        const key = matchKeys.throttled(organisationId, chain);
        await conditionHeld(write(table, { delete: key, ...ifSame(before, 'exceededAt') }));
        log.info('matches.unthrottled', { chain, organisation: organisationId });
        return null;
      }
      if (Object.keys(before.wallets).length > 0) await change(organisationId, before, { wallets: {} });
      return ends;
    },
  };
}

export type Throttle = ReturnType<typeof throttle>;
