import { memo } from '../../values/memo.ts';
import { type Deps, deps as productionDeps } from '../deps.ts';
import type { Call } from './call.ts';
import { type Extras, withExtras } from './extras.ts';
import { limitsOf, stageReads } from './read-limit.ts';
import { type Answer, responder } from './respond.ts';
import type { Route } from './route.ts';
import { streamed } from './stream.ts';

/**
 * The Lambda handler of a route that needs an API key. The handler streams its response where the route says `stream`.
 * `extras` are dependencies beyond `Deps`: only the bundles that use an SDK carry this SDK.
 */
export function endpoint<R extends Route & { readonly creates?: never }, D extends object = object>(
  route: R,
  fn: (call: Call<R, Deps & D>) => Promise<Answer>,
  extras?: Extras<D>,
) {
  const respond = responder(
    route,
    route.costs === undefined ? fn : stageReads.list(fn),
    memo(() => withExtras(productionDeps(), extras)),
    limitsOf(route),
  );
  return route.stream ? streamed(respond) : respond;
}
