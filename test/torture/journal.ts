import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import * as z from 'zod';

/** What the process of a stack tells the harness, also when it is killed the moment after. */
export const Entry = z.union([
  /** A fault or kill that a call met. */
  z.object({ met: z.string() }),
  /** A mail that the mail service took: of which delivery, and a hash of what it says to whom. */
  z.object({ delivery: z.string(), mail: z.string() }),
  /** Something rare that the functions logged. */
  z.object({ logged: z.string() }),
]);
export type Entry = z.output<typeof Entry>;

/** In a file and at once, as what is sent to another process may be lost with this one. */
export const note = (file: string, entry: Entry): void => appendFileSync(file, `${JSON.stringify(entry)}\n`);

/** What a mail says, and to whom. */
export interface MailText {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
}

export const hashOfMail = ({ to, subject, text, html }: MailText): string =>
  createHash('sha256')
    .update(JSON.stringify([to, subject, text, html]))
    .digest('hex');

/** Reads a journal: each entry once. */
export class JournalReader {
  readonly #file: string;
  #read = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** What was noted since the last time. */
  news(): Entry[] {
    const unread = readFileSync(this.#file).subarray(this.#read);
    this.#read += unread.length;
    const lines = unread.toString('utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => Entry.parse(JSON.parse(line)));
  }
}
