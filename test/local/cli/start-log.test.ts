import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { startLog } from '../../../local/cli/start-log.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'start-log-'));

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dataDir, { recursive: true });
});

it('the terminal shows an error, but no request that a browser left, which the file has', () => {
  const shown: string[] = [];
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => shown.push(String(text)) > 0);
  const log = startLog({ dataDir, verbose: false, json: false });
  const left = { level: 'error', event: 'request.broken_off', message: 'Premature close' };
  const failed = { level: 'error', event: 'request.failed', message: 'The table is gone' };
  log.write(`${JSON.stringify(left)}\n${JSON.stringify(failed)}\n`);
  expect(shown).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d request\.failed: The table is gone\n$/)]);
  expect(readFileSync(join(dataDir, 'stack.log'), 'utf8')).toContain('request.broken_off');
});
