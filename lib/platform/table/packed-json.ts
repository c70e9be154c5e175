import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';

/**
 * Most values have less than this when they are unpacked. The default of 16 KB takes half as long again, and fills the
 * memory.
 */
const CHUNK_BYTES = 2048;

/**
 * Packs JSON into one binary attribute. Each started KB of an item costs a write unit, and attribute by attribute an
 * item has two to three times as many bytes.
 * @param text texts that most values have, the most frequent at the end. Stored values need this text to be read, so
 *   the text must never change.
 */
export function packedJson(text: string) {
  const dictionary = Buffer.from(text);
  return {
    pack: (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value), { dictionary, level: 9 }),
    /** @throws Error when the bytes are not packed with the same text. */
    unpack: (bytes: Uint8Array): unknown =>
      JSON.parse(inflateRawSync(bytes, { dictionary, chunkSize: CHUNK_BYTES }).toString()),
  };
}

/**
 * A schema of what `unpacked` makes of an item. An item that `unpacked` refuses is an error of the schema: the places
 * that handle a broken item know no other errors.
 */
export const unpacking = <S extends z.ZodType>(unpacked: (item: unknown) => unknown, schema: S) =>
  z.preprocess((item, context) => {
    try {
      return unpacked(item);
    } catch (error) {
      context.addIssue(`the item cannot be unpacked: ${error}`);
      return z.NEVER;
    }
  }, schema);
