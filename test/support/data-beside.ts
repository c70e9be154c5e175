import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Recorded data whose licences keep them out of the repository. The folder may lie beside the repository. */
const BESIDE = new URL('../../../shared/chain-data/value-and-authority/', import.meta.url);
export const hasDataBeside = existsSync(BESIDE);
if (!hasDataBeside) process.stdout.write('No ../shared: tests of recordings with other licences are skipped\n');

/** The content of a JSON file of this folder, which may be compressed. */
export function readBeside(file: string): unknown {
  const bytes = readFileSync(new URL(file, BESIDE));
  return JSON.parse(String(file.endsWith('.gz') ? gunzipSync(bytes) : bytes));
}
