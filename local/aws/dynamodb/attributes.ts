import * as z from 'zod';

/** An item or a key as DynamoDB's JSON states it: each value under its type, as in `{"pk":{"S":"a"}}`. */
export const Attributes = z.record(z.string(), z.unknown());
export type Attributes = z.output<typeof Attributes>;

const Value = z.union([
  z.object({ S: z.string() }).transform(({ S }) => Buffer.byteLength(S)),
  z.object({ N: z.string() }).transform(({ N }) => Math.ceil(N.length / 2) + 1),
  z.object({ B: z.string() }).transform(({ B }) => Buffer.byteLength(B, 'base64')),
  z
    .object({ SS: z.array(z.string()) })
    .transform(({ SS }) => SS.reduce((sum, text) => sum + Buffer.byteLength(text), 0)),
  z
    .object({ L: z.array(z.unknown()) })
    .transform(({ L }) => 3 + L.reduce<number>((sum, each) => sum + 1 + valueBytes(each), 0)),
  z.object({ M: Attributes }).transform(({ M }) => 3 + Object.keys(M).length + itemBytes(M)),
]);

/** Other types (booleans, null) take one byte. Sets of numbers and of binaries do not occur. */
const valueBytes = (value: unknown): number => Value.safeParse(value).data ?? 1;

/** The size of an item by DynamoDB's rules, with numbers rounded up. */
export const itemBytes = (item: Attributes): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
