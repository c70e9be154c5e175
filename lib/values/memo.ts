/** Calls `make` on first use and keeps the result. When `make` throws, the next use calls `make` again. */
export function memo<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Calls `make` once for each key and keeps the result. When `make` throws, the next use calls `make` again. */
export const memoBy = <K, T>(make: (key: K) => T): ((key: K) => T) => kept(new Map(), make);

/** Calls `make` once for each object and keeps the result as long as the object lives. */
export const memoOf = <O extends object, T>(make: (of: O) => T): ((of: O) => T) => kept(new WeakMap(), make);

interface Kept<K, T> {
  get(key: K): { readonly value: T } | undefined;
  set(key: K, made: { readonly value: T }): unknown;
}

const kept =
  <K, T>(known: Kept<K, T>, make: (key: K) => T) =>
  (key: K): T => {
    const made = known.get(key) ?? { value: make(key) };
    known.set(key, made);
    return made.value;
  };

/**
 * The size of an LRU cache that takes memory as it fills. With the option `max` the cache takes the memory of all its
 * entries at once, which costs a cold start some 10 ms for 50,000 entries.
 */
export const growingTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
