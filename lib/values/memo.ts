/** Calls `make` on first use and keeps the result. When `make` throws, the next use calls `make` again. */
export function memo<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
