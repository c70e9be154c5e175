import { sanitise } from '../../values/untrusted-text.ts';
import type { PingNotice, Places } from '../port/notice.ts';
import { timeFact } from './alert-facts.ts';
import { consoleLink } from './links.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_NAME = 64;

/** The text for people: somebody tests whether a destination gets messages. */
export function pingText({ id, name, at }: PingNotice, places: Places): NoticeText {
  const shown = sanitise(name, MAX_NAME);
  return {
    tone: 'info',
    title: `Test message for ${shown}`,
    summary:
      'This is a test message and no alert. Somebody of your organisation asked for it. Alerts will arrive here, too.',
    facts: [{ name: 'Destination', value: shown }, timeFact('Sent', at)],
    details: [{ name: 'Id', value: id }],
    links: consoleLink(places, '', 'Open the console'),
    next: [],
  };
}
