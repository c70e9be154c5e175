import { fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { StartOptions } from './start-options.ts';

/** The log of a stack that people watch. */
export interface StartLog {
  /** Takes text of the log. A line may come in parts. */
  write(text: string): void;
  /** Undefined when the log goes to the terminal. */
  readonly file: string | undefined;
}

const Failure = z.looseObject({ level: z.literal('error'), event: z.string(), message: z.string().optional() });

/** A first start builds for a while, and people see how far it is. */
const BUILD_STEP = /^(Building|Built) /;

/** Errors of the log alone: a browser that leaves a page while the page loads makes one. */
const CLIENT_LEFT: ReadonlySet<string> = new Set(['request.broken_off']);

/** `write` empties a longer log, so that a stack that runs for weeks does not fill the disk. */
const MOST_BYTES = 50_000_000;

/**
 * The log goes to `stack.log` in the data folder: hundreds of lines a minute would push the API key out of sight. The
 * terminal shows the steps of a build and the errors that people must see, each in one line.
 */
export function startLog({ dataDir, verbose, json }: Pick<StartOptions, 'dataDir' | 'verbose' | 'json'>): StartLog {
  if (verbose || json) return { write: (text) => void process.stderr.write(text), file: undefined };
  const file = join(dataDir, 'stack.log');
  process.stdout.write(`Starting Chainwatch, with its log in ${file}.\n`);
  let log: { readonly descriptor: number; bytes: number } | undefined;
  let unfinished = '';
  return {
    file,
    write(text) {
      // Not earlier: the stack has made and locked the folder when it writes for the first time.
      log ??= opened(file);
      if (log.bytes > MOST_BYTES) {
        ftruncateSync(log.descriptor);
        log.bytes = 0;
      }
      log.bytes += writeSync(log.descriptor, text);
      const lines = `${unfinished}${text}`.split('\n');
      unfinished = lines.pop() ?? '';
      for (const step of lines.filter((line) => BUILD_STEP.test(line))) process.stdout.write(`${step}\n`);
      for (const failure of lines.flatMap(failureIn)) process.stderr.write(`${failure}\n`);
    },
  };
}

function opened(file: string) {
  const descriptor = openSync(file, 'a', 0o600);
  return { descriptor, bytes: fstatSync(descriptor).size };
}

/** An error of the log, in words for a person. */
function failureIn(line: string): string[] {
  if (!line.includes('"level":"error"')) return [];
  const failure = Failure.safeParse(parsed(line)).data;
  if (failure === undefined || CLIENT_LEFT.has(failure.event)) return [];
  return [`${new Date().toTimeString().slice(0, 8)} ${failure.event}: ${failure.message ?? 'see the log'}`];
}

/** Undefined for a line that is no JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
