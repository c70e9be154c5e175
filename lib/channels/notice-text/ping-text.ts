import { sanitise } from '../../values/untrusted-text.ts';
import type { PingNotice } from '../port/notice.ts';
import type { NoticeText } from './notice-text.ts';

const MAX_NAME = 64;

/** The text for people: somebody tests whether a destination gets messages. */
export function pingText({ id, name, at }: PingNotice): NoticeText {
  const shown = sanitise(name, MAX_NAME);
  return {
    title: `Test message for ${shown}`,
    summary: 'Somebody of your organisation asked for this message. Alerts will arrive in the same place.',
    facts: [
      { name: 'Destination', value: shown },
      { name: 'Sent', value: at },
    ],
    link: undefined,
    next: [`Change what arrives here: PATCH /api/destinations/${id}`],
  };
}
