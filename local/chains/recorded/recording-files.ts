import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Family } from '../../../lib/chains/registry.ts';

/** The folder of the recorded blocks and transactions of a family. No other code knows the place of the recordings. */
export const recordingFolder = (family: Family): URL => new URL(`../../../test/fixtures/${family}/`, import.meta.url);

/**
 * Reads the recordings of one family, which may be compressed. Paths are relative to the folder of the family, such as
 * `blocks/<file>`.
 */
export function recordingFiles(family: Family) {
  const folder = recordingFolder(family);
  return {
    textOf(path: string): string {
      const bytes = readFileSync(new URL(path, folder));
      return String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    },
    pathsIn: (name: string): string[] => readdirSync(new URL(`${name}/`, folder)).map((file) => `${name}/${file}`),
  };
}
