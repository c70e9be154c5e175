import { type ChainwatchClient, createChainwatch } from '../../sdk/client.ts';
import { checkDone, dataOf } from '../../sdk/problem.ts';

/*
 * The key that the browser keeps for 12 hours in a cookie that no script can read. The local storage has a mark and no
 * secret: until when the cookie works. Without the mark, a tab asks the API for nothing.
 */
const MARK = 'chainwatch.key-kept-until';
/** The mark from the sign-out until the service confirms it. Other tabs see it come. */
const SIGNED_OUT = '';
/** As long as the service keeps a key. */
const KEPT_MS = 12 * 60 * 60_000;

const withoutKey = () => createChainwatch({ baseUrl: window.location.origin });

/** Has the browser keep the key of the client. @throws ProblemError */
export async function keepInBrowser(client: ChainwatchClient): Promise<void> {
  // The browser may have the cookie although the answer gets lost: a sign-out must then know of it.
  localStorage.setItem(MARK, new Date(Date.now() + KEPT_MS).toISOString());
  localStorage.setItem(MARK, dataOf(await client.POST('/api/session')).expiresAt);
}

/** The key that the browser keeps. Null when it keeps none that works. @throws ProblemError */
export async function keptKey(): Promise<string | null> {
  const until = localStorage.getItem(MARK);
  if (until === null || until === SIGNED_OUT) return null;
  if (until > new Date().toISOString()) {
    const answer = await withoutKey().POST('/api/session/resume');
    if (answer.response.status !== 401) return dataOf(answer).key;
  }
  localStorage.removeItem(MARK);
  return null;
}

/**
 * Takes the cookie away, if there is one, and signs out the other tabs. No tab uses the cookie from now on, also when
 * the API does not answer. @throws ProblemError
 */
export async function forgetInBrowser(): Promise<void> {
  if (localStorage.getItem(MARK) === null) return;
  localStorage.setItem(MARK, SIGNED_OUT);
  // The request goes on when the user closes the tab.
  checkDone(await withoutKey().DELETE('/api/session', { keepalive: true }));
  // The user may have signed in again meanwhile.
  if (localStorage.getItem(MARK) === SIGNED_OUT) localStorage.removeItem(MARK);
}

/** Calls `then` when the user signs out in another tab of a browser that keeps the key. Returns how to stop. */
export function whenSignedOutElsewhere(then: () => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === MARK && newValue === SIGNED_OUT) then();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
