import type { StoredDelivery } from '../deliveries/schema.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { Channels } from './channel-registry.ts';
import { deliveriesOf } from './plan-deliveries.ts';
import type { AudienceRecords } from './port/channel.ts';
import type { CheckpointNotice } from './port/notice.ts';

/** The deliveries of a checkpoint of the audit log: one to each subscription that asks for checkpoints. */
export const checkpointDeliveries = (
  channels: Channels,
  organisationId: OrganisationId,
  notice: CheckpointNotice,
  webhooks: AudienceRecords['webhooks'],
): StoredDelivery[] =>
  channels.all.flatMap((channel) => {
    const audience = { webhooks, destinations: [], settings: {}, rule: null, event: notice.kind };
    const recipients = channel.recipients({ ...audience, subject: { rule: null, wallets: [] } });
    return deliveriesOf(channels, channel, organisationId, notice, recipients);
  });
