import { mkdirSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { StartOptions } from './start-options.ts';

/** The log of a stack that people watch. */
export interface StartLog {
  /** Takes lines of the log. */
  write(text: string): void;
  /** Undefined when the log goes to the terminal. */
  readonly file: string | undefined;
}

const Failure = z.looseObject({ level: z.literal('error'), event: z.string(), message: z.string().optional() });

/** Bytes. A start empties a longer log. */
const MOST_BYTES = 50_000_000;

/**
 * Opens the log. It goes to `stack.log` in the data folder: hundreds of lines a minute would push the API key out of
 * sight. The terminal shows the errors alone, each in one line.
 */
export function openLog({ dataDir, verbose, json }: Pick<StartOptions, 'dataDir' | 'verbose' | 'json'>): StartLog {
  if (verbose || json) return { write: (text) => void process.stderr.write(text), file: undefined };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'stack.log');
  const log = openSync(file, 'a', 0o600);
  if (statSync(file).size > MOST_BYTES) truncateSync(file);
  process.stdout.write(
    `Starting Chainwatch, with its log in ${file}. The first start builds it, which takes longer.\n`,
  );
  return {
    file,
    write(text) {
      writeSync(log, text);
      for (const failure of failuresIn(text)) process.stderr.write(`${failure}\n`);
    },
  };
}

/** The errors among lines of the log, in words for a person. */
function failuresIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    if (!line.includes('"level":"error"')) return [];
    const failure = Failure.safeParse(parsed(line)).data;
    return failure === undefined
      ? []
      : [`${new Date().toTimeString().slice(0, 8)} ${failure.event}: ${failure.message ?? ''}`];
  });
}

/** A line may be cut, or be no JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
