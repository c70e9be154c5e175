import { sanitise } from '../../values/untrusted-text.ts';
import type { AddressListFailedNotice, Places } from '../port/notice.ts';
import { timeFact } from './alert-facts.ts';
import { consoleLink } from './links.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_VALUE = 200;
/** Code points of a reason: some reasons say what to do. */
const MAX_REASON = 400;

/** The text for people: a list stays as it was, because its source failed. */
export function listFailedText({ list }: AddressListFailedNotice, places: Places): NoticeText {
  const name = sanitise(list.name, MAX_VALUE);
  return {
    tone: 'warning',
    title: `Address list not updated: ${name}`,
    summary: 'Its source failed, so the list has the addresses that it had before. Rules go on with these addresses.',
    facts: [
      { name: 'List', value: name },
      { name: 'Reason', value: sanitise(list.reason, MAX_REASON) },
      timeFact('Tried', list.failedAt),
    ],
    details: [{ name: 'List id', value: list.id }],
    links: consoleLink(places, 'address-lists', 'Open the address lists'),
    next: ['Chainwatch tries again each day. When the source is mended, ask for a refresh of the list.'],
  };
}
