import type { components } from '../../sdk/api-types.ts';
import { type ChainwatchClient, createChainwatch } from '../../sdk/client.ts';
import { dataOf } from '../../sdk/problem.ts';
import { keepInBrowser } from './kept-key.ts';

export type Me = components['schemas']['Me'];

/** Somebody who signed in with an API key or an access token. */
export interface Session {
  readonly client: ChainwatchClient;
  readonly me: Me;
}

/** How a user signs in. */
export interface SignInOptions {
  /**
   * Where the secret stays: an access token in memory, a key in the tab, or also in the browser, so that a new tab asks
   * for no key.
   */
  readonly kept: 'memory' | 'tab' | 'browser';
  /** Called when the API refuses the secret later, because somebody revoked it or it expired. */
  readonly onRefused: () => void;
}

/** The tab forgets the key when it closes. Scripts find the key in no other place of the browser. */
const STORED_KEY = 'chainwatch.key';

/** The key of this tab; null before the user signed in. */
export const storedKey = (): string | null => sessionStorage.getItem(STORED_KEY);

/** The key or the token of the present session. */
let present: string | undefined;

export function forgetKey(): void {
  present = undefined;
  sessionStorage.removeItem(STORED_KEY);
}

/**
 * Asks the API who the key or token belongs to, and keeps it.
 * @throws ProblemError with the status 401 for a wrong one. Nothing is kept then.
 */
export async function signIn(secret: string, { kept, onRefused }: SignInOptions): Promise<Session> {
  const client = createChainwatch({ baseUrl: window.location.origin, apiKey: secret });
  const me = dataOf(await client.GET('/api/me'));
  if (kept === 'browser') await keepInBrowser(client);
  client.use({
    onResponse({ response }) {
      // A late answer to the secret before must not end the present session.
      if (response.status === 401 && present === secret) onRefused();
    },
  });
  present = secret;
  if (kept !== 'memory') sessionStorage.setItem(STORED_KEY, secret);
  return { client, me };
}
