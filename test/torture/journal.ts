import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { ACKNOWLEDGE_PLACEHOLDER } from '../../lib/channels/notice-text/links.ts';

/** An entry in the journal, through which the stack's process reports to the harness even if a kill follows. */
export const Entry = z.union([
  /** A fault or kill of a call. */
  z.object({ injected: z.string() }),
  /** A mail that the mail service accepted: its delivery, and a hash of its content and recipients. */
  z.object({ delivery: z.string(), mail: z.string() }),
  /** A rare event that the functions logged. */
  z.object({ logged: z.string() }),
]);
export type Entry = z.output<typeof Entry>;

/** Appends an entry to a file synchronously. A message to another process could be lost when this process dies. */
export const writeEntry = (file: string, entry: Entry): void => appendFileSync(file, `${JSON.stringify(entry)}\n`);

/** The content and the recipients of a mail. */
export interface MailText {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
}

/** Each attempt puts a link of its own in the place of the placeholder. */
const LINK = /\/a\/v2\.[\w.-]+/g;

export const hashOfMail = ({ to, subject, text, html }: MailText): string =>
  createHash('sha256')
    .update(JSON.stringify([to, subject, text, html]).replace(LINK, `/a/${ACKNOWLEDGE_PLACEHOLDER}`))
    .digest('hex');

/** Reads each entry of a journal once. */
export class JournalReader {
  readonly #file: string;
  #read = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The entries since the last call. */
  unread(): Entry[] {
    const unread = readFileSync(this.#file).subarray(this.#read);
    this.#read += unread.length;
    const lines = unread.toString('utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => Entry.parse(JSON.parse(line)));
  }
}
