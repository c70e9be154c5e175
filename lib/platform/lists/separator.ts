/** The greatest bound: it sorts after every key, since keys begin with a digit. */
export const END = '~';

/** The shortest text that is greater than `a` and not greater than `b`. The text becomes the bound of a leaf. */
export function separator(a: string, b: string): string {
  let shared = 0;
  while (shared < b.length && a[shared] === b[shared]) shared++;
  return b.slice(0, shared + 1);
}

/** Divides items into parts of nearly the same size, at most `most` items each. */
export function evenly<T>(items: readonly T[], most: number): T[][] {
  const parts = Math.max(1, Math.ceil(items.length / most));
  return Array.from({ length: parts }, (_, n) =>
    items.slice(Math.round((n * items.length) / parts), Math.round(((n + 1) * items.length) / parts)),
  );
}

/** Divides items into full parts. The last part has the rest. */
export function fully<T>(items: readonly T[], most: number): T[][] {
  const parts: T[][] = [];
  for (let n = 0; n < items.length || n === 0; n += most) parts.push(items.slice(n, n + most));
  return parts;
}
