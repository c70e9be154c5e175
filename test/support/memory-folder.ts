import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A run needs some hundred megabytes. A container often has 64 MB. */
const LEAST_FREE = 2 * 1024 ** 3;

let folder: string | undefined;

/**
 * Puts all temporary files of the run into memory, if the machine has enough. Each write of a local stack otherwise
 * waits for the disk.
 */
export function useMemoryFolder(): void {
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < LEAST_FREE) return;
  folder = mkdtempSync(join(MEMORY, 'chainwatch-tests-'));
  process.env.TMPDIR = folder;
}

export function removeMemoryFolder(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
