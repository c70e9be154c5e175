import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { makeKey } from '../../lib/organisations/api-keys/key.ts';
import { errorFields, isWritten, log, withLogContext } from '../../lib/platform/log.ts';
import { newSecret } from '../../lib/webhooks/signing-secret.ts';
import { capturedLog } from '../support/stderr.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const bytes = (size: number) => Buffer.alloc(size, 0xab);

describe('A log line of a function', () => {
  it('names the trace of its invocation, and whether the process is new', () => {
    const lines = capturedLog();
    process.env._X_AMZN_TRACE_ID = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
    log.info('thing.done');
    process.env._X_AMZN_TRACE_ID = 'Root=1-5759e989-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
    log.info('thing.done');
    delete process.env._X_AMZN_TRACE_ID;
    expect(lines).toMatchObject([
      { trace: '1-5759e988-bd862e3fe1be46a994272793', coldStart: true },
      { trace: '1-5759e989-bd862e3fe1be46a994272793', coldStart: false },
    ]);
  });

  it('is written from the level of the stage on', () => {
    const written = (['info', 'warn', 'error'] as const).filter((level) =>
      isWritten({ level }, { LOG_LEVEL: 'warn', LOG_SAMPLE: 0 }),
    );
    expect(written).toEqual(['warn', 'error']);
  });

  it('is written at any level if it carries metrics', () => {
    expect(isWritten({ level: 'info', _aws: {} }, { LOG_LEVEL: 'error', LOG_SAMPLE: 0 })).toBe(true);
  });

  it('is written at any level for the sampled share of correlation ids, which is the same in every function', () => {
    const ids = Array.from({ length: 2000 }, (_, n) => `ethereum-${n}`);
    const sampled = () =>
      ids.filter((correlationId) =>
        isWritten({ level: 'info', correlationId }, { LOG_LEVEL: 'error', LOG_SAMPLE: 0.1 }),
      );
    expect(sampled().length).toBeGreaterThan(150);
    expect(sampled().length).toBeLessThan(250);
    expect(sampled()).toEqual(sampled());
  });
});

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
