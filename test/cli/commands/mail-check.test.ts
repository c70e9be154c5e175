import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { checkMails, mailCheck } from '../../../cli/commands/mail-check.ts';
import { createChainwatch } from '../../../sdk/index.ts';
import { closeAll, listen } from '../../platform/outbound/receiver.ts';

afterAll(closeAll);

const address = (status: 'pending' | 'confirmed' | 'bounced', name = 'desk') => ({
  ...{ address: `${name}@example.com`, status, since: null, reason: null },
});

describe('The check of the e-mail', () => {
  it('is content when each address is confirmed and each mail was sent', () => {
    expect(mailCheck([address('confirmed')], 0)).toMatchObject({
      result: 'ok',
      found: 'all 1 confirmed, no mails of the last day not sent',
    });
    expect(mailCheck([], 0)).toMatchObject({ result: 'ok' });
    expect(mailCheck(null, 0)).toMatchObject({ result: 'ok', todo: null });
  });

  it('names the addresses that get no mail, and says what to do', () => {
    expect(mailCheck([address('confirmed'), address('pending', 'new')], 1)).toEqual({
      check: 'e-mail',
      result: 'failed',
      found: '1 of 2 addresses unconfirmed, 1 mail of the last day not sent',
      todo: expect.stringMatching(/^Open the link in the mail to new@example.com.*replay --status not_sent`\.$/),
    });
    expect(mailCheck([address('bounced')], 0)).toMatchObject({
      result: 'failed',
      found: '1 of 1 address without mail: desk@example.com bounced, no mails of the last day not sent',
    });
  });

  it('counts the mails that were not sent also with a key that may not read the settings', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(403, { 'content-type': 'application/problem+json' }).end('{"detail": "scope admin"}');
    });
    const api = createChainwatch({ baseUrl: `http://127.0.0.1:${await listen(server)}`, apiKey: 'cw_test_1' });
    expect(await checkMails(api, 4)).toMatchObject([{ result: 'failed', found: '4 mails of the last day not sent' }]);
  });
});
