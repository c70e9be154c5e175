import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { configuredSealer, dataKeyOf, sealer } from '../../lib/platform/sealer.ts';
import { mockedClient } from '../support/mock-client.ts';

const [first, second] = [dataKeyOf('1'.repeat(32)), dataKeyOf('2'.repeat(32))];
const context = { organisationId: 'o-1', recordId: 'r-1' };
const plaintext = 'whsec_geheim 🐋';

describe('sealer', () => {
  const { seal, open } = sealer([first]);

  it('opens a text that it sealed', () => {
    expect(open(seal(plaintext, context), context)).toBe(plaintext);
    expect(open(seal('', context), context)).toBe('');
  });

  it('seals the same text differently each time and reveals nothing of the text', () => {
    const sealed = seal(plaintext, context);
    expect(sealed).toMatch(/^v2\.[0-9a-f]{12}\.[A-Za-z0-9_-]+$/);
    expect(seal(plaintext, context)).not.toBe(sealed);
    expect(Buffer.from(sealed.slice(16), 'base64url').includes('geheim')).toBe(false);
  });

  it.each([
    { organisationId: 'o-2', recordId: 'r-1' },
    { organisationId: 'o-1', recordId: 'r-2' },
    { organisationId: 'o-1r', recordId: '-1' },
    { organisationId: 'r-1', recordId: 'o-1' },
  ])('does not open a text with the context %j', (other) => {
    expect(() => open(seal(plaintext, context), other)).toThrow();
  });

  it('opens what an older key sealed, and seals with the newest key', () => {
    const sealed = seal(plaintext, context);
    const rotated = sealer([second, first]);
    expect(rotated.open(sealed, context)).toBe(plaintext);
    expect([rotated.isCurrent(sealed), rotated.isCurrent(rotated.seal('x', context))]).toEqual([false, true]);
    expect(sealer([second]).open(rotated.seal(plaintext, context), context)).toBe(plaintext);
  });

  it('does not open a text with another key, and names the key that is missing', () => {
    expect(() => sealer([second]).open(seal(plaintext, context), context)).toThrow(`no data key ${first.id}`);
    expect(() => sealer([{ ...second, id: first.id }]).open(seal(plaintext, context), context)).toThrow();
  });

  it('does not open a text when any single bit is changed', () => {
    const bytes = Buffer.from(seal(plaintext, context).slice(16), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => open(`v2.${first.id}.${altered.toString('base64url')}`, context)).toThrow();
    }
  });

  it('does not open a truncated text, so that an attacker cannot use a shorter tag', () => {
    const bytes = Buffer.from(seal(plaintext, context).slice(16), 'base64url');
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => open(`v2.${first.id}.${bytes.subarray(0, length).toString('base64url')}`, context)).toThrow();
    }
  });

  it.each(['=', ' ', '!', '%3D'])('does not open a text with %j at the end, which base64url ignores', (more) => {
    expect(() => open(seal(plaintext, context) + more, context)).toThrow('not a sealed secret');
  });

  it.each(['', 'v1', 'v1.', 'v2.AAAA', 'v3.a.AAAA', plaintext])('does not open %j, which is no sealed text', (text) => {
    expect(() => open(text, context)).toThrow('not a sealed secret');
  });

  it('refuses another version and additional text at the end', () => {
    const sealed = seal(plaintext, context);
    expect(() => open(sealed.replace('v2.', 'v3.'), context)).toThrow('not a sealed secret');
    expect(() => open(sealed.replace('v2.', 'v1.'), context)).toThrow('not a sealed secret');
    expect(() => open(`${sealed}.x`, context)).toThrow('not a sealed secret');
  });
});

describe('The sealer of a stage', () => {
  const secretsManager = mockedClient(SecretsManagerClient);
  const missing = new ResourceNotFoundException({ message: 'no such version', $metadata: {} });
  const [one, two] = ['1'.repeat(64), '2'.repeat(64)];
  let seconds = 0;
  const newProcess = () => configuredSealer({ now: () => new Date(seconds * 1000) });

  /** Stores the versions of the secret. */
  function store(current: string, previous?: string): void {
    const answering = (VersionStage: string) => secretsManager.on(GetSecretValueCommand, { VersionStage });
    answering('AWSCURRENT').resolves({ SecretString: current });
    if (previous === undefined) answering('AWSPREVIOUS').rejects(missing);
    else answering('AWSPREVIOUS').resolves({ SecretString: previous });
  }

  beforeEach(() => {
    secretsManager.reset();
    seconds = 0;
    process.env.DATA_KEY_SECRET_ARN = 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:data-key';
  });
  afterAll(() => {
    delete process.env.DATA_KEY_SECRET_ARN;
  });

  it('is the same while the secret stays the same, and follows the secret within a minute', async () => {
    store(one);
    const stage = newProcess();
    const before = await stage();
    const sealed = before.seal(plaintext, context);
    seconds = 60;
    expect(await stage()).toBe(before);
    store(`${two}\n${one}`, one);
    expect(await stage()).toBe(before);
    seconds = 120;
    const after = await stage();
    expect(after.open(sealed, context)).toBe(plaintext);
    expect(after.isCurrent(sealed)).toBe(false);
  });

  it('opens what the key before sealed when a key was replaced by mistake', async () => {
    store(one);
    const sealed = (await newProcess()()).seal(plaintext, context);
    store(two, one);
    expect((await newProcess()()).open(sealed, context)).toBe(plaintext);
  });

  it('refuses a key that is too short, and loads again after a failure', async () => {
    const stage = newProcess();
    for (const text of ['x'.repeat(31), `${one}\n${'x'.repeat(31)}`]) {
      store(text);
      await expect(stage()).rejects.toMatchObject({ name: 'ZodError' });
    }
    store(one);
    expect((await stage()).open((await stage()).seal('a', context), context)).toBe('a');
  });
});
