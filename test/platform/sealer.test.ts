import { createHash, randomBytes } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { dataKey, sealer } from '../../lib/platform/sealer.ts';

const context = { organisationId: 'o-1', recordId: 'r-1' };
const plaintext = 'whsec_geheim 🐋';

describe('sealer', () => {
  const { seal, open } = sealer(Buffer.alloc(32, 7));

  it('opens a text that it sealed', () => {
    expect(open(seal(plaintext, context), context)).toBe(plaintext);
    expect(open(seal('', context), context)).toBe('');
  });

  it('seals the same text differently each time and reveals nothing of the text', () => {
    const sealed = seal(plaintext, context);
    expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
    expect(seal(plaintext, context)).not.toBe(sealed);
    expect(Buffer.from(sealed.slice(3), 'base64url').includes('geheim')).toBe(false);
  });

  it('opens a text that an earlier process sealed', () => {
    expect(open('v1.PCrVNn6WZqw_LAbaj9IOpfpJayCuGW2S7FU0oYIoC0GHlQFmtiFJV65O7KlT', context)).toBe(plaintext);
  });

  it.each([
    { organisationId: 'o-2', recordId: 'r-1' },
    { organisationId: 'o-1', recordId: 'r-2' },
    { organisationId: 'o-1r', recordId: '-1' },
    { organisationId: 'r-1', recordId: 'o-1' },
  ])('does not open a text with the context %j', (other) => {
    expect(() => open(seal(plaintext, context), other)).toThrow();
  });

  it('does not open a text with another key', () => {
    expect(() => sealer(Buffer.alloc(32, 8)).open(seal(plaintext, context), context)).toThrow();
  });

  it('does not open a text when any single bit is changed', () => {
    const bytes = Buffer.from(seal(plaintext, context).slice(3), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => open(`v1.${altered.toString('base64url')}`, context)).toThrow();
    }
  });

  it('does not open a truncated text, so that an attacker cannot use a shorter tag', () => {
    const bytes = Buffer.from(seal(plaintext, context).slice(3), 'base64url');
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => open(`v1.${bytes.subarray(0, length).toString('base64url')}`, context)).toThrow();
    }
  });

  it.each(['', 'v1', 'v1.', 'v2.AAAA', plaintext])('does not open %j, which is no sealed text', (text) => {
    expect(() => open(text, context)).toThrow('not a sealed secret');
  });

  it('refuses another version and additional text at the end', () => {
    const sealed = seal(plaintext, context);
    expect(() => open(sealed.replace('v1.', 'v2.'), context)).toThrow('not a sealed secret');
    expect(() => open(`${sealed}.x`, context)).toThrow('not a sealed secret');
  });

  it('accepts only a key of 32 bytes', () => {
    expect(() => sealer(randomBytes(16)).seal(plaintext, context)).toThrow();
  });
});

describe('dataKey', () => {
  const secretsManager = mockClient(SecretsManagerClient);
  const SecretString = 'a secret text of 32 characters..';
  const loads = () => secretsManager.commandCalls(GetSecretValueCommand).length;

  beforeEach(() => {
    secretsManager.reset();
    process.env.DATA_KEY_SECRET_ARN = 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:data-key';
  });
  afterAll(() => {
    secretsManager.restore();
    delete process.env.DATA_KEY_SECRET_ARN;
  });

  // These tests run in order, because the process keeps one key.
  it('loads again after a failed load', async () => {
    secretsManager.on(GetSecretValueCommand).rejectsOnce(new Error('throttled'));
    await expect(dataKey()).rejects.toThrow('throttled');
    expect(loads()).toBe(1);
  });

  it('refuses a secret whose text is too short for a key', async () => {
    for (const answer of [
      {},
      { SecretString: '' },
      { SecretString: 'x'.repeat(31) },
      { SecretBinary: randomBytes(32) },
    ]) {
      secretsManager.on(GetSecretValueCommand).resolves(answer);
      await expect(dataKey()).rejects.toMatchObject({ name: 'ZodError' });
    }
    expect(loads()).toBe(4);
  });

  it('is the SHA-256 of the secret and reads the secret once for concurrent callers', async () => {
    secretsManager.on(GetSecretValueCommand, { SecretId: process.env.DATA_KEY_SECRET_ARN }).resolves({ SecretString });
    const keys = await Promise.all([dataKey(), dataKey()]);
    const expected = createHash('sha256').update(SecretString).digest();
    expect([...keys, await dataKey()]).toEqual([expected, expected, expected]);
    expect(loads()).toBe(1);
  });
});
