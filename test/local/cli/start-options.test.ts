import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startOptions } from '../../../local/cli/start-options.ts';

describe('The command line of npm start', () => {
  it('has a default for everything', () => {
    expect(startOptions([])).toEqual({
      port: 3000,
      dataDir: '.local',
      retryDelays: undefined,
      strictUrls: false,
      vendors: {},
      rateLimit: undefined,
      lenient: new Set(),
      prices: undefined,
      rpc: {},
      watch: ['anvil'],
      start: {},
      confirmations: {},
      reconcileEvery: {},
      traceBlocks: {},
      signIn: false,
      verbose: false,
      json: false,
    });
  });

  it('reads every option', () => {
    const lenient = '--lenient shards,timeouts';
    const most = `--port 0 --data-dir /d --retry-delays 1,2,3,4,5 --sign-in --strict-urls --rate-limit 50,100`;
    const audit = '--checkpoint-every 3600';
    const args = `${most} ${audit} ${lenient} --verbose --json`;
    const rpc = ['--rpc', 'anvil=http://a:1', '--rpc', 'base=https://b/?k=v', '--rpc', 'anvil=http://c:2'];
    const vendors = '--vendor telegram=http://127.0.0.1:9000 --vendor slack=http://127.0.0.1:9001'.split(' ');
    const numbers =
      '--start xrp=11119607 --confirmations base=0 --reconcile-every xrp=100000 --trace-blocks base=never';
    const watch = `--watch xrp --watch base --watch xrp ${numbers}`.split(' ');
    expect(startOptions([...args.split(' '), ...vendors, ...rpc, ...watch])).toEqual({
      port: 0,
      dataDir: '/d',
      retryDelays: [1, 2, 3, 4, 5],
      signIn: true,
      strictUrls: true,
      vendors: { telegram: 'http://127.0.0.1:9000', slack: 'http://127.0.0.1:9001' },
      rateLimit: '50,100',
      checkpointEvery: 3600,
      lenient: new Set(['shards', 'timeouts']),
      prices: 'live',
      rpc: { anvil: ['http://a:1', 'http://c:2'], base: ['https://b/?k=v'] },
      watch: ['xrp', 'base'],
      start: { xrp: 11_119_607 },
      confirmations: { base: 0 },
      reconcileEvery: { xrp: 100_000 },
      traceBlocks: { base: 'never' },
      verbose: true,
      json: true,
    });
  });

  describe('--prices', () => {
    const prices = (...args: string[]) => startOptions(args).prices;
    const mainNet = ['--rpc', 'base=https://rpc.example.com'];
    const fileWith = (text: string): string => {
      const folder = mkdtempSync(join(tmpdir(), 'chainwatch-prices-'));
      folders.push(folder);
      writeFileSync(join(folder, 'prices.json'), text);
      return join(folder, 'prices.json');
    };
    const folders: string[] = [];
    afterEach(() => {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
    });

    it('is live by default with a node of a main net, and fixed without', () => {
      expect(prices(...mainNet)).toBe('live');
      expect(
        prices('--rpc', 'anvil=http://127.0.0.1:8545', '--rpc', 'sepolia=https://rpc.example.com'),
      ).toBeUndefined();
      expect(prices('--prices', 'fixed')).toBeUndefined();
      expect(prices('--prices', 'live')).toBe('live');
    });

    it('fixed with a node of a main net is refused with a sentence', () => {
      expect(() => prices('--prices', 'fixed', ...mainNet)).toThrow(
        '--prices fixed has made-up prices, and --rpc base=… is a node of a main net, whose records would have wrong ' +
          'values: use --prices live, or a file with prices',
      );
    });

    it('takes a file with prices by chain and token, also with a node of a main net', () => {
      const table = '{"base": {"native": "2500", "0x5FbDB2315678afecb367f032d93F642f64180aa3": "1"}}';
      expect(prices('--prices', fileWith(table), ...mainNet)).toBe(table);
    });

    it.each([
      ['{"base": {"USDC": "1"}}', 'must be native or the address of a token'],
      ['{"nochain": {"native": "1"}}', 'nochain'],
      ['{"base": {"native": 2500}}', 'expected string'],
      ['{', 'JSON'],
    ])('refuses a file with %s', (text, message) => {
      expect(() => prices('--prices', fileWith(text))).toThrow(message);
    });

    it('refuses a file that does not exist', () => {
      expect(() => prices('--prices', '/nowhere/prices.json')).toThrow('not /nowhere/prices.json: ENOENT');
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

  it.each(['0', '3601', '1.5', '-1', '1e3', 'hourly', ''])(
    'refuses --checkpoint-every=%s, because a checkpoint covers 1 to 3600 whole seconds',
    (text) => {
      const problem = `--checkpoint-every takes 1 to 3600 seconds; not ${text}\n`;
      expect(() => startOptions([`--checkpoint-every=${text}`])).toThrow(problem);
    },
  );

  it.each([
    [['--bogus'], "Unknown option '--bogus'"],
    [['stray'], 'stray'],
    [['--port', 'abc'], '--port takes a number from 0 to 65535; not abc'],
    [['--port', '65536'], 'not 65536'],
    [['--retry-delays', '1,,2'], '--retry-delays takes seconds'],
    [['--rate-limit', '50'], '--rate-limit takes requests per second'],
    [['--checkpoint-every'], 'argument missing'],
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
    [['--trace-blocks', 'anvil=true'], '--trace-blocks takes CHAIN=contracts|always|never'],
    [['--confirmations', 'anvil=1.5'], '--confirmations takes CHAIN=N'],
    [['--no-watch', '--confirmations', 'anvil=1'], 'requires --watch anvil'],
  ])('refuses %j with a message that names the fault and shows the usage', (args, message) => {
    expect(() => startOptions(args)).toThrow(message);
    expect(() => startOptions(args)).toThrow('npm start -- [options]');
  });
});
