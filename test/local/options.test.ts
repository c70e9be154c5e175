import { describe, expect, it } from '@jest/globals';
import { startOptions } from '../../local/options.ts';

describe('the command line of npm start', () => {
  it('has a default for everything', () => {
    expect(startOptions([])).toEqual({
      port: 3000,
      dataDir: '.local',
      retryDelays: undefined,
      strictUrls: false,
      rpc: {},
      json: false,
    });
  });

  it('reads every option', () => {
    const args = '--port 0 --data-dir /d --retry-delays 1,2,3,4,5 --strict-urls --json';
    const rpc = ['--rpc', 'anvil=http://a:1', '--rpc', 'base=https://b/?k=v', '--rpc', 'anvil=http://c:2'];
    expect(startOptions([...args.split(' '), ...rpc])).toEqual({
      port: 0,
      dataDir: '/d',
      retryDelays: [1, 2, 3, 4, 5],
      strictUrls: true,
      rpc: { anvil: ['http://a:1', 'http://c:2'], base: ['https://b/?k=v'] },
      json: true,
    });
  });

  it.each([
    [['--bogus'], "Unknown option '--bogus'"],
    [['stray'], 'stray'],
    [['--port', 'abc'], '--port takes a number from 0 to 65535; not abc'],
    [['--port', '65536'], 'not 65536'],
    [['--retry-delays', '1,,2'], '--retry-delays takes seconds'],
    [['--rpc', 'anvil'], '--rpc takes CHAIN=URL'],
    [['--rpc', 'anvil=ftp://x'], 'not anvil=ftp://x'],
  ])('refuses %j, saying what is wrong and how to use it', (args, message) => {
    expect(() => startOptions(args)).toThrow(message);
    expect(() => startOptions(args)).toThrow('npm start -- [options]');
  });
});
