import { flushCompileCache } from 'node:module';

// The tortured stack imports this module first. The module moves the clock of the process ahead when the harness asks
// for a jump, so leases and grace periods of minutes end at once. Timers stay real.
const RealDate = Date;

const CACHED_MS = 5000;
let aheadMs = Number(process.env.TORTURE_CLOCK_AHEAD_MS ?? 0);

const now = (): number => RealDate.now() + aheadMs;

// With a proxy instead of a subclass, all dates are instances of the same class.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget === globalThis.Date ? target : newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key, target)),
});

// A killed process would leave no compile cache to the next process, so write the cache early.
setTimeout(flushCompileCache, CACHED_MS).unref();

process.on('message', (message) => {
  if (typeof message === 'number') aheadMs = message;
});
