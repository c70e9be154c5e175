import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from '@jest/globals';

/**
 * Expects that a text equals its golden file. With `UPDATE_GOLDEN=1` the test writes the file; review the difference.
 * @throws Error when there is no such file yet.
 */
export function expectGolden(file: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (!existsSync(file)) throw new Error(`${file} does not exist: UPDATE_GOLDEN=1 writes it, then read it`);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
