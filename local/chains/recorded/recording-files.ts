import { readdirSync, readFileSync } from 'node:fs';
import type { Family } from '../../../lib/chains/registry.ts';

/** The folder of the recorded blocks and transactions of a family. No other code knows the place of the recordings. */
export const recordingFolder = (family: Family): URL => new URL(`../../../test/fixtures/${family}/`, import.meta.url);

/** Reads the recordings of one family. Paths are relative to the folder of the family, such as `blocks/<file>`. */
export function recordingFiles(family: Family) {
  const folder = recordingFolder(family);
  return {
    textOf: (path: string): string => readFileSync(new URL(path, folder), 'utf8'),
    pathsIn: (name: string): string[] => readdirSync(new URL(`${name}/`, folder)).map((file) => `${name}/${file}`),
  };
}
