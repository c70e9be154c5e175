import { createContext, useContext } from 'react';
import { refusal, type Scope } from './scope.ts';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

/** The session of the signed-in user. @throws Error outside a signed-in page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('Nobody is signed in');
  return session;
}

export const useClient = () => useSession().client;

/** Why the user may not do what needs the scope; undefined when the user may. */
export const useRefusal = (needed: Scope): string | undefined => refusal(useSession().me.scope, needed);
