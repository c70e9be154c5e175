import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../caller.ts';

/**
 * Who changes something: a caller, the follower of a signed link, an operator, or the service itself (`system`), for
 * example when it disables a webhook that always fails.
 */
export interface Changer {
  readonly kind: Actor['kind'] | 'link' | 'system' | 'operator';
  /** Null for the kinds that are no caller. */
  readonly id: string | null;
  readonly name: string | null;
}

/** The actor of the present work. */
export interface Acting {
  readonly actor: Changer;
  /** The request that asked for the work. Null for work that no request asked for. */
  readonly requestId: string | null;
}

export const SYSTEM: Changer = { kind: 'system', id: null, name: null };

const context = new AsyncLocalStorage<Acting>();

/** Runs `fn` for an actor: the entries of the audit log that `fn` writes name the actor. */
export const actingFor = <T>(acting: Acting, fn: () => T): T => context.run(acting, fn);

/** Runs `fn` for another actor, on behalf of the same request: a signed link says who follows the link. */
export const actingAs = <T>(actor: Changer, fn: () => T): T => context.run({ ...acting(), actor }, fn);

/** The actor of the present work: the service itself, unless a request asked for the work. */
export const acting = (): Acting => context.getStore() ?? { actor: SYSTEM, requestId: null };
