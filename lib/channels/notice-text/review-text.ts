import { sanitise } from '../../values/untrusted-text.ts';
import type { Places, ReviewNotice } from '../port/notice.ts';
import { timeFact } from './alert-facts.ts';
import { within } from './escaped-within.ts';
import { consoleLink } from './links.ts';
import type { NoticeText } from './notice-text.ts';

/** UTF-16 units of the title. */
const MAX_TITLE = 380;
const MAX_NAME = 64;
const MAX_VALUE = 100;
const MAX_NOTE = 400;

/** The text for people: somebody takes care of an alert, or has done so. Tenants choose all names and the note. */
export function reviewText({ kind, event, chain, reviewedAt, by, note }: ReviewNotice, places: Places): NoticeText {
  const done = kind === 'alert.acknowledged' ? 'Acknowledged' : 'Resolved';
  const name = sanitise(by, MAX_NAME);
  return {
    tone: 'over',
    title: within(`${done}: ${event.summary}`, MAX_TITLE),
    rule: sanitise(event.ruleName, MAX_NAME),
    summary: `${done} by ${name}.`,
    facts: [
      ...(note === null ? [] : [{ name: 'Note', value: sanitise(note, MAX_NOTE) }]),
      { name: 'Rule', value: sanitise(event.ruleName, MAX_VALUE) },
      { name: 'Severity', value: event.severity },
      { name: 'Chain', value: sanitise(chain.name, MAX_VALUE) },
      timeFact(done, reviewedAt),
    ],
    details: [{ name: 'Event', value: event.id }],
    links: consoleLink(places, `alerts?open=${event.id}`, 'Open the alert'),
    next: [],
  };
}
