import type { ListFailure } from '../address-book/address-list-work.ts';
import { type FirstAttemptDeps, queueFirstAttempts } from '../deliveries/pending-delivery.ts';
import type { DeliveryRepo } from '../deliveries/repo.ts';
import type { Deps } from '../platform/deps.ts';
import { conditionHeld, transact } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { Channels } from './channel-registry.ts';
import { listFailureDeliveries } from './plan-deliveries.ts';
import type { SettingsRepo } from './settings/repo.ts';

interface TellingDeps extends Pick<Deps, 'table'>, Pick<FirstAttemptDeps, 'queue'> {
  readonly channels: Channels;
  readonly settings: Pick<SettingsRepo, 'get'>;
  readonly deliveries: Pick<DeliveryRepo, 'creations' | 'byIds'>;
}

/** Tells the people in the settings that a list stayed as it was. A repetition tells them once. */
export const listFailures =
  (deps: TellingDeps) =>
  async (organisationId: OrganisationId, { at, ...failure }: ListFailure): Promise<void> => {
    const notice = { kind: 'address_list.failed' as const, list: { ...failure, failedAt: at } };
    const settings = await deps.settings.get(organisationId);
    const made = listFailureDeliveries(deps.channels, organisationId, notice, settings);
    if (made.length === 0) return;
    await conditionHeld(transact(deps.table, { deliveries: deps.deliveries.creations(organisationId, made) }));
    // A run that died may have made the deliveries without their messages.
    await queueFirstAttempts(
      deps,
      organisationId,
      made.map(({ id }) => id),
    );
  };
