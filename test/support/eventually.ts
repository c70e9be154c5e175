/**
 * Polls until the answer is as wanted. The time is long, because a slow machine must fail no test.
 * @throws Error with the last answer when the time is over.
 */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  wanted: (value: T) => boolean,
  seconds = 300,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    // Read the clock before the call, so the last answer is always newer than the deadline.
    const isLast = performance.now() > deadline;
    const value = await ask();
    if (wanted(value)) return value;
    if (isLast) throw new Error(`No wanted answer within ${seconds} s; the last answer: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
