import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { makeKey } from '../../lib/api-keys/key.ts';
import { errorFields, log, withLogContext } from '../../lib/platform/log.ts';
import { newSecret } from '../../lib/webhooks/signing-secret.ts';
import { capturedLog } from '../support/stderr.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const bytes = (size: number) => Buffer.alloc(size, 0xab);

describe('A log line', () => {
  it('has its level, its event, the fields of its context and its own fields', () => {
    const lines = capturedLog();
    withLogContext({ requestId: 'a' }, () => log.info('thing.done', { count: 2 }));
    expect(lines).toEqual([{ level: 'info', event: 'thing.done', requestId: 'a', count: 2 }]);
  });

  it.each([
    ['an API key', makeKey('test', bytes), 'cw_test_…'],
    ['a live API key', makeKey('live', bytes), 'cw_live_…'],
    ['a signing secret', newSecret(bytes), 'whsec_…'],
    ['the path of a URL', 'https://rpc.example/v3/0123456789abcdef', 'https://rpc.example/…'],
  ])('redacts %s that an error quotes', (_what, secret, shown) => {
    const lines = capturedLog();
    log.error('request.failed', errorFields(new Error(`cannot use "${secret}" here`)));
    log.error('request.failed', { [secret]: [secret, { deep: `a${secret},${secret}` }] });
    expect(JSON.stringify(lines)).not.toContain(secret.slice(-9, -1));
    expect(lines[0]).toMatchObject({ message: `cannot use "${shown}" here` });
  });
});
