import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { DataDir } from '../../../local/processes/data-dir.ts';
import { binaryOf } from '../../../local/processes/emulators.ts';

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the data folder', () => {
  const dataDir = new DataDir(join(folder, 'made', 'for', 'it'));

  it('gives back what was written, readable by its owner alone', () => {
    dataDir.write('a.json', { key: 'secret' });
    expect(dataDir.read('a.json', z.object({ key: z.string() }))).toEqual({ key: 'secret' });
    expect(statSync(dataDir.file('a.json')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir.path).mode & 0o777).toBe(0o700);
  });

  it('has nothing where nothing was written', () => {
    expect(dataDir.read('b.json', z.unknown())).toBeUndefined();
  });

  it('belongs to one stack at a time', () => {
    const release = dataDir.lock();
    expect(() => new DataDir(dataDir.path).lock()).toThrow('choose another folder with --data-dir');
    release();
    dataDir.lock()();
  });
});

describe('an emulator whose package is missing', () => {
  it('says which, for what platform it exists, and what to do', () => {
    expect(() => binaryOf('@dynoxide/plan9', 'dynoxide', 'DYNAMODB_ENDPOINT')).toThrow(
      /@dynoxide\/plan9 is not installed.*linux-x64.*npm ci.*DYNAMODB_ENDPOINT/,
    );
  });
});
