import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a stream to stdout, or to a file: beside the final name first, and then renamed, so that the final name never
 * holds a part. Reads no faster than the reader of stdout.
 * @param file undefined for stdout.
 */
export async function written(content: Readable, file: string | undefined): Promise<void> {
  if (file === undefined) {
    await pipeline(content, process.stdout, { end: false });
    return;
  }
  const part = `${file}.part-${process.pid}`;
  try {
    await pipeline(content, createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
