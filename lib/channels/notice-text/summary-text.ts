import { figure } from '../../../sdk/figures.ts';
import { capitalised } from '../../values/text.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { NoticeEvent, Places, Review, SummaryNotice } from '../port/notice.ts';
import { timeFact } from './alert-facts.ts';
import { toneOf } from './alert-text.ts';
import { usdOf } from './amounts.ts';
import { within } from './escaped-within.ts';
import { consoleLink } from './links.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_VALUE = 100;
const MAX_NAME = 64;
const MAX_SUMMARY = 500;
const MAX_NOTE = 400;

/** The text for people: many alerts of a rule fired within a minute, or somebody reviewed many alerts. */
export const summaryText = (notice: SummaryNotice, places: Places): NoticeText =>
  'ruleId' in notice.of ? alertsText(notice, notice.of.ruleId, places) : reviewsText(notice, notice.of.review, places);

/** What a summary tells in one line: `Alice acknowledged 219 more alerts`. */
export function summaryTitle({ of, count, largest }: SummaryNotice): string {
  const alerts = moreAlerts(count);
  if ('review' in of) return `${sanitise(of.review.by, MAX_NAME)} ${DONE[of.review.step]} ${alerts}`;
  const rule = largest === null ? '' : ` ${sanitise(largest.event.ruleName, MAX_NAME)}`;
  return `${capitalised(severityOf(largest))}: ${alerts} of the rule${rule} at once`;
}

const DONE = { 'alert.acknowledged': 'acknowledged', 'alert.resolved': 'resolved' } as const;

const severityOf = (largest: SummaryNotice['largest']): string => largest?.event.severity ?? 'warning';

const moreAlerts = (count: number): string => (count === 1 ? '1 more alert' : `${figure(String(count))} more alerts`);

/** This message tells of the last of the alerts. */
function alertsText(notice: SummaryNotice, ruleId: string, places: Places): NoticeText {
  const { count, before, since, largest } = notice;
  const list = `alerts?ruleId=${ruleId}`;
  return {
    tone: toneOf(severityOf(largest)),
    title: summaryTitle(notice),
    summary: within(
      [
        `Within a minute, the first ${before} alerts of this rule had a message each.`,
        'This message stands for the others.',
        ...(largest === null ? [] : [`${largestOf(largest.event)}: ${largest.event.summary}.`]),
      ].join(' '),
      MAX_SUMMARY,
    ),
    facts: [
      { name: 'Alerts', value: figure(String(count)) },
      timeFact('Since', since),
      ...(largest === null
        ? []
        : [
            { name: 'Rule', value: sanitise(largest.event.ruleName, MAX_VALUE) },
            { name: 'Largest value', value: usdOf(largest.event.transaction?.valueUsd ?? null) },
            { name: 'Chain', value: sanitise(largest.chain.name, MAX_VALUE) },
          ]),
    ],
    details: largest === null ? [] : [{ name: 'Largest alert', value: largest.event.id }],
    links: [
      ...consoleLink(places, list, 'Open the alerts'),
      ...(largest === null ? [] : consoleLink(places, `${list}&open=${largest.event.id}`, 'Open the largest')),
    ],
    next: [],
  };
}

/** The first review had a message of its own. */
function reviewsText(notice: SummaryNotice, { step, note }: Review, places: Places): NoticeText {
  const { count, since, largest } = notice;
  const done = DONE[step];
  const which = count === 1 ? 'The alert' : 'The largest';
  return {
    tone: 'over',
    title: summaryTitle(notice),
    summary: within(largest === null ? NOBODY_KNOWS : `${which}: ${largest.event.summary}.`, MAX_SUMMARY),
    facts: [
      ...(note === null ? [] : [{ name: 'Note', value: sanitise(note, MAX_NOTE) }]),
      { name: 'Alerts', value: figure(String(count)) },
      timeFact('Since', since),
    ],
    details: [],
    links: [
      ...consoleLink(places, `alerts?status=${done}`, `Open the ${done} alerts`),
      ...(largest === null
        ? []
        : consoleLink(places, `alerts?open=${largest.event.id}`, `Open ${which.toLowerCase()}`)),
    ],
    next: [],
  };
}

const NOBODY_KNOWS = 'The alerts are not stored any more.';

/** The transaction may have left the chain while the message waited for its minute. */
const largestOf = ({ retractedAt }: NoticeEvent): string =>
  retractedAt === null ? 'The largest' : 'The largest, which does not hold any more';
