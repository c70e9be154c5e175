import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A run needs some hundred megabytes. A container often has 64 MB. */
const LEAST_FREE = 2 * 1024 ** 3;

let folder: string | undefined;
/** Jest runs the setup of each project of a run in the same process. */
let projects = 0;

/**
 * Puts all temporary files of the run into memory, if the machine has enough. Each write of a local stack otherwise
 * waits for the disk.
 */
export function useMemoryFolder(): void {
  projects += 1;
  if (projects > 1 || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < LEAST_FREE) return;
  folder = mkdtempSync(join(MEMORY, 'chainwatch-tests-'));
  process.env.TMPDIR = folder;
}

/** Removes the folder after the last project that uses it. */
export function removeMemoryFolder(): void {
  projects -= 1;
  if (projects === 0 && folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
