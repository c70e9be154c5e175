import { ChainId, chainOf } from '../../chains/registry.ts';
import type { AlertNotice, NoticeChain } from '../../channels/port/notice.ts';
import type { AlertEvent, RetractedEvent } from '../events/schema.ts';

/** The notice of an alert that fired. Channels get the chain from here, so that they need no chain registry. */
export const firedNotice = (event: AlertEvent): AlertNotice & { kind: 'alert.fired' } => ({
  kind: 'alert.fired',
  event,
  chain: noticeChain(event),
});

export const retractedNotice = (event: RetractedEvent): AlertNotice & { kind: 'alert.retracted' } => ({
  kind: 'alert.retracted',
  event,
  chain: noticeChain(event),
});

/** An event keeps the id of its chain as text. A chain that the registry no longer knows has its id as name. */
function noticeChain({ transaction: { chain } }: AlertEvent): NoticeChain {
  const known = ChainId.safeParse(chain);
  return known.success ? chainOf(known.data) : { name: chain, explorer: null };
}
