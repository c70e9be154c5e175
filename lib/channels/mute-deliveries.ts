import type { StoredDelivery } from '../deliveries/schema.ts';
import { larger } from '../values/decimal.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { SubjectWallet } from '../webhooks/notice-match.ts';
import { alertRecipients } from './alert-audience.ts';
import type { Channels } from './channel-registry.ts';
import { deliveriesOf } from './plan-deliveries.ts';
import type { AlertAudience, AudienceRecords, Channel, Recipient } from './port/channel.ts';
import type { MuteEndedNotice } from './port/notice.ts';

/** The alerts of a rule about a wallet that a mute has hidden. */
export interface Hidden {
  readonly rule: AlertAudience['rule'] & { readonly ruleType: string; readonly severity: string };
  readonly wallet: SubjectWallet;
  readonly count: number;
  /** A decimal string; null when no value is known. */
  readonly largestUsd: string | null;
}

type Sum = Pick<MuteEndedNotice, 'count' | 'critical' | 'largestUsd'>;

/** One message to each of the people whose alerts the mute has hidden, with what it has hidden from this recipient. */
export function muteEndedDeliveries(
  channels: Channels,
  organisationId: OrganisationId,
  mute: Omit<MuteEndedNotice, keyof Sum>,
  records: AudienceRecords,
  hidden: readonly Hidden[],
): StoredDelivery[] {
  const messages = new Map<string, { channel: Channel; recipient: Recipient; sum: Sum }>();
  for (const each of hidden) {
    const subject = { rule: each.rule, wallets: [each.wallet] };
    for (const { channel, recipients } of alertRecipients(channels, { ...records, rule: each.rule }, subject)) {
      if (!channel.isForPeople) continue;
      for (const recipient of recipients) {
        const key = `${channel.kind} ${channel.keyOf(recipient.address)}`;
        messages.set(key, { channel, recipient, sum: plus(messages.get(key)?.sum, each) });
      }
    }
  }
  return [...messages.values()].flatMap(({ channel, recipient, sum }) =>
    deliveriesOf(channels, channel, organisationId, { ...mute, ...sum }, [recipient]),
  );
}

function plus(sum: Sum = { count: 0, critical: 0, largestUsd: null }, { rule, count, largestUsd }: Hidden): Sum {
  return {
    count: sum.count + count,
    critical: sum.critical + (rule.severity === 'critical' ? count : 0),
    largestUsd: larger(sum.largestUsd, largestUsd),
  };
}
