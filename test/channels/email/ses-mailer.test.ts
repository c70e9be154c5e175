import { createServer, type ServerResponse } from 'node:http';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { reviewNotice } from '../../../lib/alerts/evaluation/notices.ts';
import { resolve } from '../../../lib/alerts/events/repo.ts';
import { emailChannel } from '../../../lib/channels/email/email-channel.ts';
import { mailPage } from '../../../lib/channels/email/mail-page.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { metricsIn } from '../../support/embedded-metrics.ts';
import { firedNotice, places, retractedNotice } from '../../support/notices.ts';
import { aDelivery, organisation, uuid } from '../../support/records.ts';
import { event, silent } from '../notice-text/alerts.ts';
import { mailing, UNSUBSCRIBE } from './mailing.ts';

afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

const TO = { to: 'ops@example.com', addressId: uuid(9) };
const delivery = aDelivery({ body: JSON.stringify({ subject: 'Alert “ü”', text: 'plain', html: '<b>' }) });

async function setUp(answer: (response: ServerResponse) => void) {
  const { listener, received } = receiving(answer);
  const endpoint = `http://127.0.0.1:${await listen(createServer(listener))}`;
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const ses = new SESv2Client({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  return { send: mailing(ses), received, ses };
}

const refusing = (status: number, name: string) => (response: ServerResponse) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name })
    .end(JSON.stringify({ message: 'arn:aws:ses:us-east-1:123456789012:identity/x is not verified' }));

describe('the mailer', () => {
  it('sends an e-mail as text and as HTML, with the ids of its delivery and its event', async () => {
    const { send, received } = await setUp((response) => response.end('{"MessageId":"m1"}'));
    expect(await send(TO, delivery)).toMatchObject({
      result: { kind: 'delivered', exchange: { response: null } },
      throttled: false,
    });
    expect(received).toHaveLength(1);
    expect(received[0]?.url).toBe('/v2/email/outbound-emails');
    const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
    expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual({
      FromEmailAddress: 'alerts@chainwatch.example',
      ConfigurationSetName: 'chainwatch-test',
      Destination: { ToAddresses: ['ops@example.com'] },
      Content: {
        Simple: {
          Subject: utf8('Alert “ü”'),
          Body: { Text: utf8('plain'), Html: utf8(mailPage('<b>')) },
          Headers: [
            { Name: 'Auto-Submitted', Value: 'auto-generated' },
            { Name: 'X-Chainwatch-Delivery', Value: uuid(6) },
            { Name: 'X-Chainwatch-Event', Value: 'alert.fired' },
            // The delivery names no request and no block.
            { Name: 'X-Request-Id', Value: uuid(6) },
            { Name: 'List-Unsubscribe', Value: `<${UNSUBSCRIBE}>` },
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
            { Name: 'In-Reply-To', Value: `<${uuid(4)}@chainwatch.example>` },
            { Name: 'References', Value: `<${uuid(4)}@chainwatch.example>` },
          ],
        },
      },
      EmailTags: [
        { Name: 'organisation', Value: organisation },
        { Name: 'addressId', Value: uuid(9) },
        { Name: 'delivery', Value: uuid(6) },
      ],
    });
  });

  it('puts the mails of a payment into one thread, and an older mail into that of its alert', async () => {
    const { send, received } = await setUp((response) => response.end('{"MessageId":"m1"}'));
    const other = { ...event, id: uuid(41), ruleName: 'Another' };
    const resolution = resolve({ id: 'key', name: 'Ada', at: new Date() }, null);
    const ofPayment = [
      firedNotice(event),
      firedNotice(other),
      retractedNotice({ ...event, retractedAt: event.firedAt }),
      reviewNotice(event, resolution),
      reviewNotice(other, resolution),
    ];
    const bodies = [...ofPayment, firedNotice(silent)].map((notice) => emailChannel.render(notice, places));
    expect(new Set(bodies.map((body) => JSON.parse(body).subject)).size).toBe(bodies.length);
    for (const body of [...bodies, delivery.body]) await send(TO, { ...delivery, body });
    const threads = received.map(
      ({ body }) => /"References","Value":"<([^@]+)@chainwatch.example>"/.exec(`${body}`)?.[1],
    );
    const payment = ofPayment.map(() => event.transactionId);
    expect(threads).toEqual([...payment, silent.id, delivery.eventId]);
  });

  it.each<[number, string, string]>([
    [400, 'MessageRejected', ': its recipient or its content was rejected (MessageRejected).'],
    [400, 'BadRequestException', ': its address or its content is not valid (BadRequestException).'],
    [400, 'MailFromDomainNotVerifiedException', ': the domain of the sender is not verified'],
    [400, 'AccountSuspendedException', ': sending is suspended (AccountSuspendedException).'],
    [400, 'SendingPausedException', ': sending is paused'],
    [403, 'AccessDeniedException', ' (AccessDeniedException).'],
    [500, 'InternalFailure', ' (InternalFailure).'],
  ])('fails when SES refuses with %i %s, and shows nothing of the account', async (status, name, reason) => {
    const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { send } = await setUp(refusing(status, name));
    const result = await send(TO, delivery);
    const error = expect.stringContaining(`The mail service refused the message${reason}`);
    expect(result).toMatchObject({ result: { kind: 'failed', error }, throttled: false });
    expect(JSON.stringify(result)).not.toContain('123456789012');
    expect(stderr).toHaveBeenCalledWith(expect.stringContaining('"mail.failed"'));
    // Any tenant can enter an address that SES finds invalid, so this alone counts in no alarm.
    const line = JSON.parse(String(stderr.mock.calls[0]?.[0]));
    expect(metricsIn(line).map((metric) => metric.name)).toEqual(name === 'BadRequestException' ? [] : ['mailsFailed']);
  });

  it('names the request or the block that caused the mail', async () => {
    const { send, received } = await setUp((response) => response.end('{"MessageId":"m1"}'));
    await send(TO, { ...delivery, correlationId: 'ethereum-19000000' });
    expect(received[0]?.body.toString()).toContain('{"Name":"X-Request-Id","Value":"ethereum-19000000"}');
  });

  it.each<[number, string, string]>([
    [400, 'LimitExceededException', ': the sending limit is reached'],
    [429, 'TooManyRequestsException', ': too many were sent at once'],
    [400, 'Throttling', ' (Throttling).'],
    [400, 'ThrottlingException', ' (ThrottlingException).'],
    [429, 'Unheard', ' (Unheard).'],
  ])('reports %i %s as throttled, because all organisations share this limit', async (status, name, reason) => {
    const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { send } = await setUp(refusing(status, name));
    const error = `The mail service refused the message${reason}`;
    expect(await send(TO, delivery)).toMatchObject({
      result: { kind: 'failed', error: expect.stringContaining(error) },
      throttled: true,
    });
    expect(stderr).toHaveBeenCalledWith(expect.stringContaining('"mail.throttled"'));
    expect(stderr).not.toHaveBeenCalledWith(expect.stringContaining('"mail.failed"'));
  });

  it.each<[string, Error, string]>([
    ['cannot be reached', Object.assign(new Error('connect'), { code: 'ENOTFOUND' }), 'cannot be reached (ENOTFOUND).'],
    ['hangs up', Object.assign(new Error('hang up'), { name: 'TimeoutError' }), 'did not answer.'],
    ['does not answer in time', Object.assign(new Error('aborted'), { name: 'AbortError' }), 'did not answer.'],
  ])('fails when SES %s', async (_, error, reason) => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { send, ses } = await setUp(() => {});
    ses.middlewareStack.add(() => () => Promise.reject(error), { step: 'finalizeRequest' });
    expect(await send(TO, delivery)).toMatchObject({
      result: { kind: 'failed', error: `The mail service ${reason}` },
    });
  });

  it('waits for SES no longer than ten seconds', async () => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const { send } = await setUp(() => {});
    expect(await send(TO, delivery)).toMatchObject({
      result: { error: 'The mail service did not answer.' },
    });
    expect(timeout).toHaveBeenCalledWith(10_000);
  });

  it('throws when the service has no credentials', async () => {
    const { send, ses } = await setUp(() => {});
    const error = Object.assign(new Error('no credentials'), { name: 'CredentialsProviderError' });
    ses.middlewareStack.add(() => () => Promise.reject(error), { step: 'finalizeRequest' });
    await expect(send(TO, delivery)).rejects.toThrow('no credentials');
  });

  it('throws when the body is not an e-mail that the service rendered', async () => {
    const { send, received } = await setUp((response) => response.end('{}'));
    expect(() => send(TO, { ...delivery, body: '{"subject":"s"}' })).toThrow();
    expect(received).toEqual([]);
  });
});
