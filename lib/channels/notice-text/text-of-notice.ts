import type { Notice, Places } from '../port/notice.ts';
import { alertText } from './alert-text.ts';
import { configurationChangedText } from './configuration-changed-text.ts';
import { differenceText } from './difference-text.ts';
import { destinationDisabledText, webhookDisabledText } from './disabled-text.ts';
import { listFailedText } from './list-failed-text.ts';
import { muteEndedText } from './mute-ended-text.ts';
import type { NoticeText } from './notice-text.ts';
import { pingText } from './ping-text.ts';
import { reviewText } from './review-text.ts';
import { summaryText } from './summary-text.ts';
import { walletThrottledText } from './wallet-throttled-text.ts';

/** The text of a notice for people, which each channel for people shows in its own form. */
export function textOfNotice(notice: Notice, places: Places): NoticeText {
  switch (notice.kind) {
    case 'alert.fired':
    case 'alert.retracted':
      return alertText(notice, places);
    case 'alert.acknowledged':
    case 'alert.resolved':
      return reviewText(notice, places);
    case 'alert.summary':
      return summaryText(notice, places);
    case 'coverage.difference':
      return differenceText(notice, places);
    case 'mute.ended':
      return muteEndedText(notice, places);
    case 'wallet.throttled':
      return walletThrottledText(notice, places);
    case 'webhook.disabled':
      return webhookDisabledText(notice, places);
    case 'destination.disabled':
      return destinationDisabledText(notice, places);
    case 'address_list.failed':
      return listFailedText(notice, places);
    case 'configuration.changed':
      return configurationChangedText(notice, places);
    case 'ping':
      return pingText(notice, places);
  }
}
