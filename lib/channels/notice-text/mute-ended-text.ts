import { sanitise } from '../../values/untrusted-text.ts';
import type { MuteEndedNotice, Places } from '../port/notice.ts';
import { timeFact } from './alert-facts.ts';
import { usdOf } from './amounts.ts';
import { consoleLink } from './links.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_NAME = 64;
const MAX_VALUE = 256;

/** The text for people: a mute has ended, and what it has hidden from the reader. Tenants choose name and reason. */
export function muteEndedText(notice: MuteEndedNotice, places: Places): NoticeText {
  const { of, targetId, name, reason, startedAt, endedAt, count, isCut, critical, largestUsd } = notice;
  const counted = isCut ? `at least ${count}` : String(count);
  const alerts = counted === '1' ? '1 alert was' : `${counted} alerts were`;
  const ofThem = critical === 0 ? '' : `, ${critical} of them critical`;
  return {
    tone: critical > 0 ? 'warning' : 'info',
    title: `Mute ended: ${of} ${sanitise(name, MAX_NAME)}, ${counted} muted${ofThem}`,
    summary: `While the ${of} was muted, ${alerts} not sent to you${ofThem}. From now on you hear of it again.`,
    facts: [
      { name: of === 'rule' ? 'Rule' : 'Wallet', value: sanitise(name, MAX_VALUE) },
      { name: 'Muted', value: counted },
      { name: 'Largest', value: usdOf(largestUsd) },
    ],
    details: [
      { name: 'Reason', value: sanitise(reason, MAX_VALUE) },
      timeFact('From', startedAt),
      timeFact('Until', endedAt),
    ],
    links: [
      ...consoleLink(places, `transactions?${transactionsIn(notice)}`, 'See what happened meanwhile'),
      ...consoleLink(places, `${of}s?open=${targetId}`, `Open the ${of}`),
    ],
    next: [],
  };
}

const transactionsIn = ({ of, targetId, startedAt: from, endedAt: to }: MuteEndedNotice): string =>
  String(new URLSearchParams({ ...(of === 'wallet' && { walletId: targetId }), from, to }));
