import { memo } from '../../values/memo.ts';
import type { Deps } from '../deps.ts';

/** Makes a dependency that only some functions need, once per cold start. */
export type Extras<D> = { readonly [K in keyof D]: (deps: Deps) => D[K] };

/**
 * The dependencies and the extras as own properties of one object, which callers may spread. Each extra is made on
 * first use.
 */
export function withExtras<B extends Deps, D extends object>(base: B, extras: Extras<D> | undefined): B & D {
  const made = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(base));
  for (const name in extras) {
    const get = memo(() => extras[name](base));
    Object.defineProperty(made, name, { get, enumerable: true, configurable: true });
  }
  return made;
}
