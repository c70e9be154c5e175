import { flushCompileCache } from 'node:module';

// Imported before all else by a stack that is tortured: its clock is ahead by what the harness says, so that leases and
// graces of minutes end at once. Timers stay as they are: what waits in this process waits really.
const RealDate = Date;

const CACHED_MS = 5000;
let aheadMs = Number(process.env.TORTURE_CLOCK_AHEAD_MS ?? 0);

const now = (): number => RealDate.now() + aheadMs;

// A proxy and not a subclass: dates of either are then instances of the one Date.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], made) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, made === globalThis.Date ? target : made),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key, target)),
});

// A process that is killed leaves no cache of what it compiled to the next one, unless it does so early.
setTimeout(flushCompileCache, CACHED_MS).unref();

process.on('message', (message) => {
  if (typeof message === 'number') aheadMs = message;
});
