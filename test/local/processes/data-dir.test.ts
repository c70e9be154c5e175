import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { DataDir } from '../../../local/processes/data-dir.ts';
import { engineFile } from '../../../local/processes/emulators.ts';

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('The data folder', () => {
  const dataDir = new DataDir(join(folder, 'made', 'for', 'it'));

  it('returns what was written, and only its owner can read it', () => {
    dataDir.write('a.json', { key: 'secret' });
    expect(dataDir.read('a.json', z.object({ key: z.string() }))).toEqual({ key: 'secret' });
    expect(statSync(dataDir.file('a.json')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir.path).mode & 0o777).toBe(0o700);
  });

  it('returns undefined for an unknown name', () => {
    expect(dataDir.read('b.json', z.unknown())).toBeUndefined();
  });

  it('can be locked by one stack at a time', () => {
    const release = dataDir.lock();
    expect(() => new DataDir(dataDir.path).lock()).toThrow('choose another folder with --data-dir');
    release();
    dataDir.lock()();
  });

  it('is refused when it has data of another version', () => {
    const fresh = new DataDir(join(folder, 'fresh'));
    fresh.requireFormat('made.sqlite');
    fresh.write('made.sqlite', {});
    new DataDir(fresh.path).requireFormat('made.sqlite');
    fresh.write('format.json', { format: 1 });
    expect(() => fresh.requireFormat('made.sqlite')).toThrow('of another version of Chainwatch');
    fresh.remove('format.json');
    expect(() => fresh.requireFormat('made.sqlite')).toThrow('of another version of Chainwatch');
  });
});

describe('engineFile', () => {
  it('names the platforms of an engine that does not exist for this platform, and what people can do', () => {
    expect(() => engineFile('surfpool', 'name a node of yours', 'linux-arm64')).toThrow(
      'surfpool does not exist for linux-arm64, only for linux-x64, darwin-arm64, darwin-x64: name a node of yours. ' +
        'What exists for linux-arm64: anvil, the recorded XRP ledgers, the command line, the SDK.',
    );
  });

  it('names WSL 2 on Windows', () => {
    expect(() => engineFile('dynoxide', 'name a table of yours', 'win32-x64')).toThrow(
      'dynoxide does not exist for win32-x64, only for linux-x64: name a table of yours. Or use WSL 2, which is Linux.',
    );
  });

  it('names the package that npm did not install', () => {
    expect(() => engineFile('anvil', 'name a node of yours', 'darwin-x64')).toThrow(
      'The package @foundry-rs/anvil-darwin-amd64 is not installed. Run `npm ci`, or name a node of yours.',
    );
  });
});
