import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { hasCode, messageOf, UserError } from './user-error.ts';

/** The format of the data. It changes when this version cannot read the data of earlier versions. */
const FORMAT = { format: 3 } as const;
const FORMAT_FILE = 'format.json';

/** The folder of everything that survives a restart. Only the owner may read the folder, because it holds keys. */
export class DataDir {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** Reads the file of this name; undefined if the file does not exist. */
  read<S extends z.ZodType>(name: string, schema: S): z.output<S> | undefined {
    const text = readIfThere(this.file(name));
    return text === undefined ? undefined : schema.parse(JSON.parse(text));
  }

  /** Replaces the file atomically: a crash leaves the old file or the new file. */
  write(name: string, value: unknown): void {
    const next = this.file(`${name}.next`);
    writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(next, this.file(name));
  }

  remove(name: string): void {
    rmSync(this.file(name), { force: true });
  }

  /**
   * Notes the format of the data in a new folder.
   * @param made a file that each stack has made in its folder.
   * @throws UserError when the folder has data of another format.
   */
  requireFormat(made: string): void {
    const isKnown = z.object({ format: z.literal(FORMAT.format) }).safeParse(this.read(FORMAT_FILE, z.unknown()));
    if (isKnown.success) return;
    if (existsSync(this.file(made))) {
      throw new UserError(
        `The data in ${this.path} is of another version of Chainwatch. ` +
          'Delete the folder, or choose another folder with --data-dir.',
      );
    }
    this.write(FORMAT_FILE, FORMAT);
  }

  /**
   * Locks the folder until the returned function is called.
   * @throws UserError when another process holds the lock.
   */
  lock(): () => void {
    const release = tryLock(this.file('lock'));
    if (release !== undefined) return release;
    throw new UserError(
      `A local stack already runs on ${this.path}. Stop it, or choose another folder with --data-dir.`,
    );
  }
}

/**
 * Takes a lock until the returned function is called. Returns undefined if another process holds the lock. The lock is
 * SQLite's lock on a file: the system releases it when the process dies, also by SIGKILL.
 */
export function tryLock(file: string): (() => void) | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if (messageOf(error).includes('database is locked')) return undefined;
    throw error;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
