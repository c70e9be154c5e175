import { describe, expect, it } from '@jest/globals';
import { startOptions } from '../../../local/cli/start-options.ts';

describe('The command line of npm start', () => {
  it('has a default for everything', () => {
    expect(startOptions([])).toEqual({
      port: 3000,
      dataDir: '.local',
      retryDelays: undefined,
      strictUrls: false,
      rateLimit: undefined,
      lenient: new Set(),
      rpc: {},
      watch: ['anvil'],
      start: {},
      confirmations: {},
      reconcileEvery: {},
      json: false,
    });
  });

  it('reads every option', () => {
    const lenient = '--lenient shards,timeouts';
    const args = `--port 0 --data-dir /d --retry-delays 1,2,3,4,5 --strict-urls --rate-limit 50,100 ${lenient} --json`;
    const rpc = ['--rpc', 'anvil=http://a:1', '--rpc', 'base=https://b/?k=v', '--rpc', 'anvil=http://c:2'];
    const numbers = '--start xrp=11119607 --confirmations base=0 --reconcile-every xrp=100000';
    const watch = `--watch xrp --watch base --watch xrp ${numbers}`.split(' ');
    expect(startOptions([...args.split(' '), ...rpc, ...watch])).toEqual({
      port: 0,
      dataDir: '/d',
      retryDelays: [1, 2, 3, 4, 5],
      strictUrls: true,
      rateLimit: '50,100',
      lenient: new Set(['shards', 'timeouts']),
      rpc: { anvil: ['http://a:1', 'http://c:2'], base: ['https://b/?k=v'] },
      watch: ['xrp', 'base'],
      start: { xrp: 11_119_607 },
      confirmations: { base: 0 },
      reconcileEvery: { xrp: 100_000 },
      json: true,
    });
  });

  it('watches no chain with --no-watch', () => {
    expect(startOptions(['--no-watch']).watch).toEqual([]);
  });

  it.each(['anvil', 'solana', 'xrp'])(
    'takes %s to watch without an RPC URL, as the stack has a node of its own',
    (chain) => {
      expect(startOptions(['--watch', chain]).watch).toEqual([chain]);
    },
  );

  it('watches anvil unless --watch names other chains', () => {
    expect(startOptions(['--start', 'anvil=5']).start).toEqual({ anvil: 5 });
    expect(() => startOptions(['--watch', 'xrp', '--start', 'anvil=5'])).toThrow('requires --watch anvil');
  });

  it.each([
    [['--bogus'], "Unknown option '--bogus'"],
    [['stray'], 'stray'],
    [['--port', 'abc'], '--port takes a number from 0 to 65535; not abc'],
    [['--port', '65536'], 'not 65536'],
    [['--retry-delays', '1,,2'], '--retry-delays takes seconds'],
    [['--rate-limit', '50'], '--rate-limit takes requests per second'],
    [['--lenient', 'shards,time'], 'lag,throttle; not shards,time'],
    [['--rpc', 'anvil'], '--rpc takes CHAIN=URL'],
    [['--rpc', 'anvil=ftp://x'], 'not anvil=ftp://x'],
    [['--rpc', 'nochain=http://x'], '--rpc knows ethereum'],
    [['--watch', 'nochain'], '--watch knows ethereum'],
    [['--watch', 'base'], '--watch base requires an RPC URL: --rpc base=https://'],
    [['--watch', 'anvil', '--no-watch'], '--no-watch and --watch exclude each other'],
    [['--start', 'anvil'], '--start takes CHAIN=HEIGHT'],
    [['--start', 'anvil=-1'], 'not anvil=-1'],
    [['--start', 'nochain=1'], '--start knows ethereum'],
    [['--start', 'xrp=1'], '--start xrp=1 requires --watch xrp'],
    [['--reconcile-every', 'anvil=0'], '--reconcile-every takes 1 to 100000 blocks; not 0'],
    [['--reconcile-every', 'anvil=100001'], '--reconcile-every takes 1 to 100000 blocks; not 100001'],
    [['--reconcile-every', 'anvil'], '--reconcile-every takes CHAIN=BLOCKS'],
    [['--confirmations', 'anvil=1.5'], '--confirmations takes CHAIN=N'],
    [['--no-watch', '--confirmations', 'anvil=1'], 'requires --watch anvil'],
  ])('refuses %j with a message that names the fault and shows the usage', (args, message) => {
    expect(() => startOptions(args)).toThrow(message);
    expect(() => startOptions(args)).toThrow('npm start -- [options]');
  });
});
