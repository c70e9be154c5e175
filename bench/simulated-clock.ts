/** A clock for several runs side by side. The clock stands still while a run works. */
export interface SimulatedClock {
  readonly now: () => Date;
  /** Waits so many milliseconds of the clock. Only a run calls this function. */
  readonly wait: (ms: number) => Promise<void>;
  /** Starts a run. */
  run(work: () => Promise<void>): Promise<void>;
}

/** @param advanced is called with the new time, in milliseconds since the start. */
export function simulatedClock(advanced: (ms: number) => void): SimulatedClock {
  const start = Date.now();
  const waits: { readonly until: number; readonly end: () => void }[] = [];
  let passed = 0;
  let working = 0;

  /** If every run waits, moves the clock to the end of the wait that ends first. */
  function rest(): void {
    working -= 1;
    if (working > 0) return;
    const next = waits.toSorted((a, b) => a.until - b.until)[0];
    if (next === undefined) return;
    waits.splice(waits.indexOf(next), 1);
    passed = next.until;
    working += 1;
    advanced(passed);
    next.end();
  }

  return {
    now: () => new Date(start + passed),
    wait: (ms) =>
      new Promise((end) => {
        waits.push({ until: passed + ms, end });
        rest();
      }),
    async run(work) {
      working += 1;
      try {
        await work();
      } finally {
        rest();
      }
    },
  };
}
