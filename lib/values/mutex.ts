/** Runs what it is given, each when the one before has ended, well or not. */
export type Mutex = <T>(run: () => Promise<T>) => Promise<T>;

export function mutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
}
