import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import * as z from 'zod';

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)];
/** The fastest level. Higher levels make balances hardly smaller. */
const FAST = { level: 1 };

/**
 * Lists of one kind in compressed bytes. A watcher holds a million balances in memory: as objects, they would take more
 * than the process has.
 */
export function packedLists<S extends z.ZodType>(schema: S) {
  const List = z.array(schema);
  return {
    pack: (values: readonly z.output<S>[]): Promise<Uint8Array> => deflated(JSON.stringify(values), FAST),
    unpack: async (bytes: Uint8Array): Promise<z.output<S>[]> =>
      List.parse(JSON.parse((await inflated(bytes)).toString())),
  };
}
