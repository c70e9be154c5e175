import { type ChainwatchClient, type components, createChainwatch, dataOf } from '../../sdk/index.ts';

export type Me = components['schemas']['Me'];

/** Somebody who signed in with an API key. */
export interface Session {
  readonly client: ChainwatchClient;
  readonly me: Me;
}

/** The tab forgets the key when it closes. No other place of the browser holds the key. */
const STORED_KEY = 'chainwatch.key';

/** The key of this tab; null before the user signed in. */
export const storedKey = (): string | null => sessionStorage.getItem(STORED_KEY);

export const forgetKey = (): void => sessionStorage.removeItem(STORED_KEY);

/**
 * Asks the API who the key belongs to, and keeps the key in the session storage.
 * @param onRefused called when the API refuses the key later, because somebody revoked the key or the key expired.
 * @throws ProblemError with the status 401 for a wrong key.
 */
export async function signIn(key: string, onRefused: () => void): Promise<Session> {
  const client = createChainwatch({ baseUrl: window.location.origin, apiKey: key });
  const me = dataOf(await client.GET('/api/me'));
  client.use({
    onResponse({ response }) {
      // A late answer to the key before must not end the session of the present key.
      if (response.status === 401 && storedKey() === key) onRefused();
    },
  });
  sessionStorage.setItem(STORED_KEY, key);
  return { client, me };
}
