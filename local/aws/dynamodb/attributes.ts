import * as z from 'zod';

/** An item or a key as DynamoDB's JSON states it: each value under its type, as in `{"pk":{"S":"a"}}`. */
export const Attributes = z.record(z.string(), z.unknown());
export type Attributes = z.output<typeof Attributes>;

/**
 * Other types (booleans, null) take one byte. Sets of numbers and of binaries do not occur. Without zod, because a
 * transaction has a thousand values.
 */
function valueBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  if ('S' in value && typeof value.S === 'string') return Buffer.byteLength(value.S);
  if ('N' in value && typeof value.N === 'string') return Math.ceil(value.N.length / 2) + 1;
  if ('B' in value && typeof value.B === 'string') return Buffer.byteLength(value.B, 'base64');
  if ('SS' in value && Array.isArray(value.SS)) return sumOf(value.SS, (text) => Buffer.byteLength(String(text)));
  if ('L' in value && Array.isArray(value.L)) return 3 + sumOf(value.L, (each) => 1 + valueBytes(each));
  if ('M' in value && typeof value.M === 'object' && value.M !== null) {
    return 3 + Object.keys(value.M).length + itemBytes({ ...value.M });
  }
  return 1;
}

const sumOf = (values: readonly unknown[], bytesOf: (value: unknown) => number): number =>
  values.reduce<number>((sum, value) => sum + bytesOf(value), 0);

/** The size of an item by DynamoDB's rules, with numbers rounded up. */
export const itemBytes = (item: Attributes): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
