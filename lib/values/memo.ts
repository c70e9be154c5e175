/** Calls `make` once, on first use, and keeps what it answered; a throw is not kept. */
export function memo<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
