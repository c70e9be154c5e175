import { createReadStream } from 'node:fs';
import { wrongUse } from './failures.ts';

const NEWLINE = 0x0a;

/**
 * The lines of a file that the user names, or of stdin for `-`, without their ends. Holds one line at a time. A line
 * that is longer or is not UTF-8 comes as undefined, and is the last.
 * @param most bytes of a line.
 * @throws CommandError when the file cannot be read.
 */
export async function* boundedLines(file: string, most: number): AsyncGenerator<string | undefined, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decoded = (bytes: Buffer): string | undefined => {
    try {
      return decoder.decode(bytes);
    } catch {
      return undefined;
    }
  };
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(file)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const bytes = Buffer.concat([...begun, chunk.subarray(start, end)]);
      const line = bytes.length > most ? undefined : decoded(bytes);
      yield line;
      if (line === undefined) return;
      [begun, length, start] = [[], 0, end + 1];
    }
    begun.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > most) return yield undefined;
  }
  if (length > 0) yield decoded(Buffer.concat(begun));
}

async function* chunksOf(file: string): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) yield Buffer.from(chunk);
  } catch (error) {
    throw wrongUse(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
