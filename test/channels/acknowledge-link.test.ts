import { afterEach, describe, expect, it } from '@jest/globals';
import { openedToken } from '../../lib/channels/acknowledge-link.ts';
import { channels } from '../../lib/channels/index.ts';
import type { Channel } from '../../lib/channels/port/channel.ts';
import { closeAll } from '../platform/outbound/receiver.ts';
import { aDestination, organisation, uuid } from '../support/records.ts';
import { SERVICE_URL, seal, sealed, senderTo } from './sending.ts';

afterEach(closeAll);

const text = `Acknowledge: ${SERVICE_URL}/a/__ACKNOWLEDGE__ now`;
const body = JSON.stringify({ subject: 'Alert', text, html: text });
const LINK = new RegExp(`${SERVICE_URL}/a/(v2\\.[\\w.-]+) now`);

/** The texts that an attempt at a destination of a kind sends. */
async function sentTo(kind: string, answer = {}) {
  const secrets: Record<string, string> = { telegram: '1234567:AAEhBOweik', pagerduty: 'R02BT5YQ4S3L' };
  const secret = secrets[kind];
  const config: Record<string, string> = kind === 'email' ? { address: 'a@b.example' } : { chatId: '-100' };
  const records = {
    destination: aDestination({ kind, config, sealedSecret: kind === 'email' ? null : undefined }),
  };
  const { post, received, mails } = await senderTo(answer, {
    destination: {
      kind,
      config,
      ...(secret !== undefined && { sealedSecret: sealed(secret, uuid(9)) }),
      ...(kind === 'email' && { sealedSecret: null }),
    },
  });
  const channel = ['webhook', 'custom'].includes(kind)
    ? { kind, webhookId: uuid(5), ruleId: uuid(3) }
    : { kind, destinationId: records.destination.id };
  const result = await post({ id: uuid(7), channel, body });
  return { result, sent: [...received.map((request) => request.body.toString()), JSON.stringify(mails)].join('\n') };
}

const isForPeople = (channel: Channel) => channel.isForPeople === true;

it('people read all channels but these: add a new channel here if only programs read its notices', () => {
  const kinds = channels.all.filter((channel) => !isForPeople(channel)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['custom', 'pagerduty', 'webhook']);
});

describe.each(channels.all.filter(isForPeople).map(({ kind }) => kind))('an attempt over the channel %s', (kind) => {
  it('has a link of its own delivery in place of the placeholder', async () => {
    const { sent } = await sentTo(kind);
    const [, token = ''] = LINK.exec(sent) ?? [];
    expect(openedToken(seal, token)).toEqual({ organisationId: organisation, deliveryId: uuid(7) });
    expect(sent).not.toContain('__ACKNOWLEDGE__');
  });
});

describe.each(channels.all.filter((each) => !isForPeople(each)).map(({ kind }) => kind))(
  'an attempt over the channel %s, which programs read',
  (kind) => {
    it('has no link that acknowledges', async () => {
      expect((await sentTo(kind)).sent).not.toMatch(LINK);
    });
  },
);

it('the record of an attempt hides the link that a vendor repeats, also when its end is cut off', async () => {
  const token = seal.seal('acknowledge', { organisationId: organisation, recordId: 'x' });
  const { result } = await sentTo('telegram', { body: `{"url":"https:\\/\\/x\\/a\\/${token.slice(0, -5)}` });
  expect(JSON.stringify(result)).toContain('a\\\\/…');
  expect(JSON.stringify(result)).not.toContain(token.slice(0, 30));
});
