import type { Call } from './call.ts';
import { type Answer, type Respond, responder } from './respond.ts';
import type { Route } from './route.ts';

/**
 * The Lambda handler of a route that needs no API key. The function has no dependencies and no rate limit per key, and
 * therefore its bundle carries no AWS client.
 */
export const publicEndpoint = <R extends Route & { readonly scope: 'public' }>(
  route: R,
  fn: (call: Call<R, undefined>) => Promise<Answer>,
): Respond =>
  responder(
    route,
    fn,
    () => undefined,
    async () => undefined,
  );
