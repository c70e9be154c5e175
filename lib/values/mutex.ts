/** Runs functions one after the other. A function starts when the function before has ended or failed. */
export type Mutex = <T>(run: () => Promise<T>) => Promise<T>;

export function mutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = last.then(run);
    // The caller gets the error from `result`. The next function must start all the same.
    last = result.catch(() => undefined);
    return result;
  };
}
