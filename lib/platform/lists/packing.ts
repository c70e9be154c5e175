import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type * as z from 'zod';

/** What a packed body contains: texts as JSON, and whole numbers from 0. */
interface Packed<T> {
  readonly head: T;
  readonly numbers: readonly number[];
}

/** Packs texts and numbers. Small numbers take one byte before the compression. */
export function pack(head: unknown, numbers: readonly number[]): Uint8Array {
  const text = Buffer.from(JSON.stringify(head));
  return deflateRawSync(Buffer.concat([bytesOf([text.length]), text, bytesOf(numbers)]), { level: 9 });
}

/** Seven bits a byte; the highest bit says that more bytes follow. */
function bytesOf(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

/** @throws Error when the body is no packed body of this schema. */
export function unpack<S extends z.ZodType>(body: Uint8Array, schema: S): Packed<z.output<S>> {
  const bytes = inflateRawSync(body);
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('a packed body ends within a number');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const length = next();
  const head = schema.parse(JSON.parse(bytes.toString('utf8', at, at + length)));
  at += length;
  const numbers: number[] = [];
  while (at < bytes.length) numbers.push(next());
  return { head, numbers };
}

/** Gives each distinct value a number, in the order of the values, which compresses best. */
export function dictionary(values: Iterable<string>): { values: string[]; numberOf: Map<string, number> } {
  const sorted = [...new Set(values)].sort();
  return { values: sorted, numberOf: new Map(sorted.map((value, number) => [value, number])) };
}

/** The number of a value that the dictionary contains. */
export function numberIn({ numberOf }: { numberOf: ReadonlyMap<string, number> }, value: string): number {
  const number = numberOf.get(value);
  if (number === undefined) throw new Error('a dictionary lacks a value of its own column');
  return number;
}
