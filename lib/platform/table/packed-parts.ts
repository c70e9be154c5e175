import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';

/** DynamoDB allows 400 KB per item. */
const PART_BYTES = 350_000;

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Compresses JSON text into parts, each of which fits into an item. */
export async function packedParts(text: string): Promise<Uint8Array[]> {
  const bytes = await deflated(text, { level: constants.Z_BEST_SPEED });
  return Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, n) =>
    bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES),
  );
}

/** The value of the JSON text. @throws Error when a part is missing. */
export const unpackedParts = async (parts: readonly Uint8Array[]): Promise<unknown> =>
  JSON.parse((await inflated(Buffer.concat(parts))).toString());
