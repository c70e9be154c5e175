import { figure } from '../../../sdk/figures.ts';
import { capitalised } from '../../values/text.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { NoticeEvent, Places, SummaryNotice } from '../port/notice.ts';
import { timeFact } from './alert-facts.ts';
import { toneOf } from './alert-text.ts';
import { usdOf } from './amounts.ts';
import { within } from './escaped-within.ts';
import { consoleLink } from './links.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_VALUE = 100;
const MAX_NAME = 64;
const MAX_SUMMARY = 500;

/** The text for people: many alerts of a rule fired within a minute, and this message tells of the last of them. */
export function summaryText(notice: SummaryNotice, places: Places): NoticeText {
  const { ruleId, count, before, since, largest } = notice;
  const alerts = count === 1 ? '1 more alert' : `${figure(String(count))} more alerts`;
  const rule = largest === null ? '' : ` ${sanitise(largest.event.ruleName, MAX_NAME)}`;
  const severity = largest?.event.severity ?? 'warning';
  const list = `alerts?ruleId=${ruleId}`;
  return {
    tone: toneOf(severity),
    title: `${capitalised(severity)}: ${alerts} of the rule${rule} at once`,
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

/** The transaction may have left the chain while the message waited for its minute. */
const largestOf = ({ retractedAt }: NoticeEvent): string =>
  retractedAt === null ? 'The largest' : 'The largest, which does not hold any more';
