import * as z from 'zod';
import { capitalised, wordsOf } from '../../values/text.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { ConfigurationChangedNotice, Places } from '../port/notice.ts';
import { timeFact, timeText } from './alert-facts.ts';
import { consoleLink } from './links.ts';
import type { Fact, Link, NoticeText } from './notice-text.ts';

const MAX_NAME = 64;
const MAX_VALUE = 200;
const MOST_CHANGES = 10;

type Resource = ConfigurationChangedNotice['resource'];

/** What it means that something is disabled or deleted. */
const OFF: Readonly<Record<Resource, string>> = {
  rule: 'It makes no more alerts.',
  wallet: 'Chainwatch no longer watches it as before.',
  webhook: 'Its receiver gets no more alerts.',
  destination: 'Nobody hears of alerts there any more.',
  settings: 'Chainwatch sends nothing there any more.',
};

/** What people call the resource. */
const nounOf = (resource: Resource): string => (resource === 'settings' ? 'setting' : resource);

/** The text for people: somebody disabled, deleted, repointed or muted something. Tenants choose all names. */
export function configurationChangedText(notice: ConfigurationChangedNotice, places: Places): NoticeText {
  const { action, resource, resourceId, requestId, at, changes, more } = notice;
  const noun = nounOf(resource);
  const name = sanitise(notice.name, MAX_NAME);
  const others = more === 0 ? '' : ` and ${more} more`;
  return {
    tone: 'warning',
    title: `${capitalised(noun)} ${action}: ${name}${others}`,
    summary: `${actorOf(notice)} ${action} the ${noun} ${name}${others}. ${meaningOf(notice)}`,
    facts: [
      { name: capitalised(noun), value: name },
      { name: 'By', value: actorOf(notice) },
      ...changes.slice(0, MOST_CHANGES).map(changeFact),
      ...(more === 0 ? [] : [{ name: 'Further changes', value: String(more) }]),
      timeFact('When', at),
    ],
    details: [
      ...(resourceId === null ? [] : [{ name: `${capitalised(resource)} id`, value: resourceId }]),
      ...(requestId === null ? [] : [{ name: 'Request', value: sanitise(requestId, MAX_VALUE) }]),
    ],
    links: linksTo(notice, places),
    next: ['If you do not know of this, ask your administrators: the audit log has each change, and they revoke keys.'],
  };
}

function linksTo({ action, resource, resourceId }: ConfigurationChangedNotice, places: Places): Link[] {
  if (resource === 'settings') return consoleLink(places, 'settings', 'Open the settings');
  return action === 'deleted'
    ? consoleLink(places, `${resource}s`, `Open the ${resource}s`)
    : consoleLink(places, `${resource}s?open=${resourceId}`, `Open the ${resource}`);
}

function meaningOf({ action, resource, changes }: ConfigurationChangedNotice): string {
  const isOfMails = resource === 'settings' && changes.some(({ path }) => path === 'emails');
  if (action === 'disabled' && isOfMails) return 'Chainwatch mails to none of them any more.';
  if (action === 'repointed' && isOfMails) return 'Chainwatch no longer mails to all of them.';
  if (action === 'repointed') return 'What it tells goes to another address from now on.';
  return action === 'muted' ? 'It makes no alerts until the mute ends.' : OFF[resource];
}

function actorOf({ actor: { kind, name } }: ConfigurationChangedNotice): string {
  if (kind === 'operator') return 'An operator of the service';
  const shown = sanitise(name ?? 'Somebody', MAX_NAME);
  return kind === 'key' ? `The API key ${shown}` : shown;
}

/** Names that the words of the field would not say. */
const NAMES: Readonly<Record<string, string>> = {
  isActive: 'Active',
  watch: 'Watched',
  emails: 'E-mail addresses',
  muteReason: 'Reason of the mute',
  muteCritical: 'Critical alerts muted, too',
};

function changeFact({ path, before, after }: ConfigurationChangedNotice['changes'][number]): Fact {
  const field = path.replace(/^config\./, '');
  return { name: sanitise(NAMES[field] ?? wordsOf(field), MAX_NAME), value: `${shown(before)} → ${shown(after)}` };
}

function shown(value: unknown): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : sanitise(value.join(', '), MAX_VALUE);
  if (typeof value !== 'string') return sanitise(JSON.stringify(value), MAX_VALUE);
  return z.iso.datetime().safeParse(value).success ? timeText(value) : sanitise(value, MAX_VALUE);
}
