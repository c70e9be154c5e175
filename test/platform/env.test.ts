import { afterEach, describe, expect, it } from '@jest/globals';
import { pipelines, watcher } from '../../functions/pipelines/pipelines.ts';
import { routes } from '../../functions/routes.ts';
import type { Access } from '../../lib/platform/access.ts';
import { type EnvPart, env, partsOf } from '../../lib/platform/env.ts';
import { accessOf, type Route } from '../../lib/platform/http/route.ts';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

describe('env', () => {
  // env keeps a part after the first read, so each test must read the failing environment first.
  it.each<[EnvPart, Record<string, string>, string]>([
    ['base', { STAGE: 'dev' }, 'STAGE'],
    ['version', { VERSION: '1' }, 'VERSION'],
    ['table', { TABLE_NAME: 'chainwatch' }, 'TABLE_NAME'],
    ['queues', { DELIVERY_QUEUE_URL: 'https://sqs/1', RETRY_QUEUE_URL: 'https://sqs/2' }, 'RETRY_QUEUE_URL'],
    ['dataKey', { DATA_KEY_SECRET_ARN: 'arn' }, 'DATA_KEY_SECRET_ARN'],
    ['rpc', { RPC_SECRET_ARN: 'arn' }, 'RPC_SECRET_ARN'],
    ['invoking', { FUNCTION_PREFIX: 'chainwatch-dev-' }, 'FUNCTION_PREFIX'],
    ['files', { EXPORT_BUCKET: 'bucket' }, 'EXPORT_BUCKET'],
    ['archive', { ARCHIVE_BUCKET: 'bucket' }, 'ARCHIVE_BUCKET'],
    ['service', { SERVICE_URL: 'https://api.example/dev' }, 'SERVICE_URL'],
    ['prices', { PRICE_SOURCE: 'live' }, 'PRICE_SOURCE'],
    ['outbound', { OUTBOUND_POLICY: 'strict' }, 'OUTBOUND_POLICY'],
  ])('%s is read from the environment and an error names the missing variable', (part, variables, missing) => {
    process.env = { ...variables };
    delete process.env[missing];
    expect(() => env[part]()).toThrow(missing);
    process.env = { ...variables };
    expect(env[part]()).toEqual(variables);
    process.env = {};
    expect(env[part]()).toEqual(variables);
  });

  it('reads the sender of mails, what mails need, and the mails per minute of an organisation', () => {
    const links = { MAIL_CONFIGURATION_SET: 'chainwatch-dev', SERVICE_URL: 'https://api.example/dev' };
    process.env = { ...links, MAILS_PER_MINUTE: '60' };
    expect(() => env.mail()).toThrow('MAIL_FROM');
    process.env = { ...links, MAIL_FROM: 'a@b.example', MAILS_PER_MINUTE: '0' };
    expect(() => env.mail()).toThrow('MAILS_PER_MINUTE');
    process.env = { ...links, MAIL_FROM: 'a@b.example', MAILS_PER_MINUTE: '45' };
    expect(env.mail()).toEqual({ ...links, MAIL_FROM: 'a@b.example', MAILS_PER_MINUTE: 45 });
  });

  it('reads the retry delays as numbers and refuses an environment without them', () => {
    const others = {
      SCHEDULE_GROUP: 'g',
      SCHEDULE_ROLE_ARN: 'r',
      RETRY_QUEUE_ARN: 'q',
      ATTEMPTS_PER_DESTINATION: '5',
      ATTEMPTS_PER_ORGANISATION: '10',
    };
    for (const wrong of [{}, { RETRY_DELAYS: '5, 30' }]) {
      process.env = { ...others, ...wrong };
      expect(() => env.scheduler()).toThrow('RETRY_DELAYS');
    }
    process.env = { ...others, RETRY_DELAYS: '5,30,120,600,3600' };
    expect(env.scheduler().RETRY_DELAYS).toEqual([5, 30, 120, 600, 3600]);
  });
});

describe('The limits of a key', () => {
  const right = { RATE_LIMIT: '50,100', ORGANISATION_RATE_LIMIT: '200,400', READ_LIMIT: '2000,3000' };

  it('are a number per second and a burst', () => {
    for (const wrong of ['50', '50,', '0,100', '50,0', '-1,1', '5e1,1', '50, 100']) {
      for (const name of ['RATE_LIMIT', 'ORGANISATION_RATE_LIMIT', 'READ_LIMIT']) {
        process.env = { ...right, [name]: wrong };
        expect(() => env.rateLimit()).toThrow(name);
      }
    }
    process.env = right;
    expect(env.rateLimit()).toEqual({
      RATE_LIMIT: { rate: 50, burst: 100 },
      ORGANISATION_RATE_LIMIT: { rate: 200, burst: 400 },
      READ_LIMIT: { rate: 2000, burst: 3000 },
    });
  });
});

describe('partsOf', () => {
  it.each<[Access, EnvPart[]]>([
    [{}, []],
    [{ table: ['GetItem'] }, ['table']],
    [{ indexes: ['gsi3'] }, ['table']],
    [{ queues: ['retries'] }, ['queues', 'links']],
    [{ scheduler: true }, ['scheduler']],
    [{ secrets: ['data-key'] }, ['dataKey']],
    [{ secrets: ['rpc'] }, ['rpc']],
    [{ secrets: ['rpc', 'data-key'] }, ['dataKey', 'rpc']],
    [{ invokes: ['run-jobs'] }, ['invoking']],
    [{ mail: true }, ['mail']],
    [{ prices: true }, ['prices']],
    [{ outbound: true }, ['outbound']],
    [{ version: true }, ['version']],
    [{ rateLimit: true }, ['table', 'rateLimit']],
  ])('gives a function with access %j the parts %j besides the base', (access, parts) => {
    expect(partsOf(access)).toEqual(['base', ...parts]);
  });

  it('gives every part to at least one function', () => {
    const accesses: Access[] = [
      ...Object.values<Route>(routes).map(accessOf),
      ...[...Object.values(pipelines), watcher].map(({ access }) => access),
    ];
    // Every process logs, so no access names what log lines need.
    const named = Object.keys(env).filter((part) => part !== 'logging');
    expect(new Set(accesses.flatMap(partsOf))).toEqual(new Set(named));
  });
});
