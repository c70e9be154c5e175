import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkedKey, connectionOf, urlOf } from '../../../cli/base/connection.ts';
import { EXIT } from '../../../cli/base/failures.ts';
import { printed } from '../printed.ts';

describe('A damaged file of login', () => {
  const folder = mkdtempSync(join(tmpdir(), 'connection-'));
  const damaged = { XDG_CONFIG_HOME: folder };
  beforeAll(() => {
    mkdirSync(join(folder, 'chainwatch'));
    writeFileSync(join(folder, 'chainwatch/connection.json'), '{"url"');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is named with a command that repairs it', () => {
    expect(() => urlOf(damaged, undefined)).toThrow('connection.json is damaged. Run `chainwatch login --url URL`');
    expect(urlOf(damaged, 'https://api.example.com/')).toBe('https://api.example.com');
  });

  it('does not matter to a command that gets its service and its key elsewhere', () => {
    const environment = { ...damaged, CHAINWATCH_API_KEY: 'cw_test_1' };
    const connection = { url: 'https://api.example.com', apiKey: 'cw_test_1' };
    expect(connectionOf(environment, connection.url)).toEqual(connection);
    expect(connectionOf({ ...environment, CHAINWATCH_URL: connection.url }, undefined)).toEqual(connection);
  });
});

describe('An API key', () => {
  it.each(['cw_test_a\ncw_test_b', 'cw_test_a ', 'cw_test_ä', 'cw_test_a\r'])('is refused unquoted: %j', (key) => {
    expect(() => checkedKey(key)).toThrow(/^The API key has a space, a line break or another character of no key\.$/);
  });

  it('with a line break shows in nothing that a command prints', async () => {
    const key = 'cw_test_first\nsecond-half';
    const environment = { CHAINWATCH_API_KEY: key, CHAINWATCH_URL: 'http://127.0.0.1:1' };
    for (const args of [['doctor'], ['wallet', 'list'], ['me', '--json']]) {
      const { code, out, err } = await printed(args, { environment });
      expect(code).not.toBe(EXIT.done);
      expect(out + err).not.toMatch(/first|second/);
    }
  });
});
