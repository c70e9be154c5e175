import { memo } from '../../values/memo.ts';
import { type Deps, deps as productionDeps } from '../deps.ts';
import type { Call } from './call.ts';
import { limitsOf, stageReads } from './read-limit.ts';
import { type Answer, responder } from './respond.ts';
import type { Route } from './route.ts';
import { streamed } from './stream.ts';

/** Makes a dependency that only some functions need, once per cold start. */
export type Extras<D> = { readonly [K in keyof D]: (deps: Deps) => D[K] };

/**
 * The Lambda handler of a route that needs an API key. The handler streams its response where the route says `stream`.
 * `extras` are dependencies beyond `Deps`: only the bundles that use an SDK carry this SDK.
 */
export function endpoint<R extends Route, D extends object = object>(
  route: R,
  fn: (call: Call<R, Deps & D>) => Promise<Answer>,
  extras?: Extras<D>,
) {
  const respond = responder(
    route,
    route.costs === undefined ? fn : stageReads.list(route, fn),
    memo(() => withExtras(productionDeps(), extras)),
    limitsOf(route),
  );
  return route.stream ? streamed(respond) : respond;
}

/**
 * `Deps` and the extras as own properties of one object, which callers may spread. Each property is made on first use.
 */
export function withExtras<D extends object>(base: Deps, extras: Extras<D> | undefined): Deps & D {
  const made = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(base));
  for (const name in extras) {
    const get = memo(() => extras[name](base));
    Object.defineProperty(made, name, { get, enumerable: true });
  }
  return made;
}
