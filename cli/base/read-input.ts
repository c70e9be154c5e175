import { readFileSync } from 'node:fs';
import { wrongUse } from './failures.ts';

/** The bytes of a file that the user names; of stdin for `-`. @throws CommandError */
export function readInput(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw wrongUse(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
