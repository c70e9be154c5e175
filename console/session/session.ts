import { type ChainwatchClient, type components, createChainwatch, dataOf } from '../../sdk/index.ts';
import { keepInBrowser } from './kept-key.ts';

export type Me = components['schemas']['Me'];

/** Somebody who signed in with an API key. */
export interface Session {
  readonly client: ChainwatchClient;
  readonly me: Me;
}

/** How a user signs in. */
export interface SignInOptions {
  /** The browser keeps the key, so that a new tab asks for no key. */
  readonly isKept: boolean;
  /** Called when the API refuses the key later, because somebody revoked the key or the key expired. */
  readonly onRefused: () => void;
}

/** The tab forgets the key when it closes. Scripts find the key in no other place of the browser. */
const STORED_KEY = 'chainwatch.key';

/** The key of this tab; null before the user signed in. */
export const storedKey = (): string | null => sessionStorage.getItem(STORED_KEY);

export const forgetKey = (): void => sessionStorage.removeItem(STORED_KEY);

/**
 * Asks the API who the key belongs to, and keeps the key in the session storage.
 * @throws ProblemError with the status 401 for a wrong key. Nothing is kept then.
 */
export async function signIn(key: string, { isKept, onRefused }: SignInOptions): Promise<Session> {
  const client = createChainwatch({ baseUrl: window.location.origin, apiKey: key });
  const me = dataOf(await client.GET('/api/me'));
  if (isKept) await keepInBrowser(client);
  client.use({
    onResponse({ response }) {
      // A late answer to the key before must not end the session of the present key.
      if (response.status === 401 && storedKey() === key) onRefused();
    },
  });
  sessionStorage.setItem(STORED_KEY, key);
  return { client, me };
}
