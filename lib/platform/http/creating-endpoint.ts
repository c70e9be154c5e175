import { memo } from '../../values/memo.ts';
import { type Deps, deps as productionDeps } from '../deps.ts';
import { configuredSealer } from '../sealer.ts';
import type { Call } from './call.ts';
import { type Extras, withExtras } from './extras.ts';
import { once } from './idempotency.ts';
import { limitsOf } from './read-limit.ts';
import { type Answer, responder } from './respond.ts';
import type { Route } from './route.ts';

/**
 * The Lambda handler of a route that creates a record. A caller may send an `Idempotency-Key`. `fn` reaches the table
 * by the dependencies of its call alone, and creates the record by one call of `create` (lib/platform/table).
 */
export const creatingEndpoint = <R extends Route & { readonly creates: true }, D extends object = object>(
  route: R,
  fn: (call: Call<R, Deps & D>) => Promise<Answer>,
  extras?: Extras<D>,
) =>
  responder(
    route,
    fn,
    memo(() => withExtras(productionDeps(), extras)),
    limitsOf(route),
    once(route, () => configuredSealer(productionDeps())()),
  );
