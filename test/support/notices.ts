import * as product from '../../lib/alerts/evaluation/notices.ts';
import type { AlertEvent, RetractedEvent } from '../../lib/alerts/events/schema.ts';
import { aWallet } from './records.ts';

/** Notices of an alert about the wallet of the test records. */
export const firedNotice = (event: AlertEvent) => product.firedNotice(event, aWallet());
export const retractedNotice = (event: RetractedEvent) => product.retractedNotice(event, aWallet());
