import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod';
import { hasCode, messageOf, UserError } from './user-error.ts';

/** The folder in which a local stack keeps everything that survives a restart. Only its owner may read it: it holds keys. */
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

  /** What was written under this name; undefined when nothing was. */
  read<S extends z.ZodType>(name: string, schema: S): z.output<S> | undefined {
    const text = readIfThere(this.file(name));
    return text === undefined ? undefined : schema.parse(JSON.parse(text));
  }

  /** Replaces the file in one step, so that a crash leaves the old one or the new one. */
  write(name: string, value: unknown): void {
    const next = this.file(`${name}.next`);
    writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(next, this.file(name));
  }

  remove(name: string): void {
    rmSync(this.file(name), { force: true });
  }

  /**
   * Takes the folder for this process until the function returned is called.
   * @throws UserError when another process has it.
   */
  lock(): () => void {
    const release = tryLock(this.file('lock'));
    if (release !== undefined) return release;
    throw new UserError(
      `A local stack is running on ${this.path} already. Stop it, or choose another folder with --data-dir.`,
    );
  }
}

/**
 * Takes a lock until the function returned is called; undefined when somebody else has it. It is SQLite's lock on a file,
 * which the system takes from a process that dies, however it dies.
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
