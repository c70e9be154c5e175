import { afterEach, describe, expect, it } from '@jest/globals';
import { channels } from '../../../lib/channels/index.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aDelivery, uuid } from '../../support/records.ts';
import { sealed, senderTo } from '../sending.ts';

afterEach(closeAll);

const TOKEN = '1234567:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K';
const destination = {
  kind: 'telegram',
  config: { botToken: '…Cr4K', chatId: '-1001' },
  sealedSecret: sealed(TOKEN, uuid(9)),
};
const channel = { kind: 'telegram', destinationId: uuid(9) };
const body = JSON.stringify({ text: 'hello', parse_mode: 'HTML' });
const refusal = { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 35 } };

describe('an attempt for Telegram', () => {
  it('names the bot in the path and the chat in the body, and shows neither token nor path', async () => {
    const { post, received } = await senderTo({}, { destination });
    const result = await post({ channel, body });
    expect(received.map(({ url, body: sent }) => [url, JSON.parse(sent.toString())])).toEqual([
      [`/bot${TOKEN}/sendMessage`, { chat_id: '-1001', text: 'hello', parse_mode: 'HTML' }],
    ]);
    expect(result).toMatchObject({ kind: 'delivered', exchange: { url: 'https://api.telegram.org' } });
  });

  it('waits as long as the body of the refusal asks', async () => {
    const { post } = await senderTo({ status: 429, body: JSON.stringify(refusal) }, { destination });
    expect(await post({ channel, body })).toMatchObject({ kind: 'deferred', seconds: 35 });
    const other = await senderTo({ status: 429, body: 'too many' }, { destination });
    expect(await other.post({ channel, body })).toMatchObject({ kind: 'deferred', seconds: 10 });
  });

  it.each([404, 410])('ends when the vendor answers %i', async (status) => {
    const { post } = await senderTo({ status }, { destination });
    expect(await post({ channel, body })).toMatchObject({ kind: 'undeliverable', exchange: { response: {} } });
  });

  it('sends nothing to a destination that is off', async () => {
    const off = { ...destination, isActive: false, disabledReason: 'Turned off by the organisation' };
    const { post, received } = await senderTo({}, { destination: off });
    expect(await post({ channel, body })).toMatchObject({
      kind: 'undeliverable',
      error: 'The destination is off: Turned off by the organisation.',
    });
    expect(received).toEqual([]);
  });

  it('shares a limit with the other deliveries to its destination alone', () => {
    const limitOf = (id: number) =>
      channels.destinationOf(aDelivery({ channel: { ...channel, destinationId: uuid(id) } }));
    expect(limitOf(9)).toBe(`destination ${uuid(9)}`);
    expect(limitOf(8)).not.toBe(limitOf(9));
  });
});
