/** How people sign in here, as the file of the stage says (infra/web-pages.ts). */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly audience: string | undefined;
}

const FILE = '/console/sign-in.json';
const HOME = '/console/';

/** The identity provider of the stage; null when there are API keys alone. @throws Error without an answer. */
export async function provider(): Promise<Provider | null> {
  const response = await fetch(FILE);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  const { issuer, clientId, scope, audience } = Object(await response.json());
  if (typeof issuer !== 'string' || typeof clientId !== 'string') return null;
  return {
    issuer,
    clientId,
    scope: typeof scope === 'string' ? scope : 'openid profile email',
    audience: typeof audience === 'string' ? audience : undefined,
  };
}

/** By this token the provider knows whose session a sign-out ends. It lives in memory, too. */
let idToken: string | undefined;

/** Tokens live in memory. Only the secret of a sign-in under way must survive the way to the provider and back. */
async function managerOf({ issuer, clientId, scope, audience }: Provider) {
  // Users with an API key need not load the library.
  const { InMemoryWebStorage, UserManager, WebStorageStateStore } = await import('oidc-client-ts');
  return new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: `${window.location.origin}${HOME}`,
    response_type: 'code',
    scope,
    ...(audience !== undefined && { extraQueryParams: { audience } }),
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
    automaticSilentRenew: false,
  });
}

/** Leaves for the identity provider, which leads back to the present page. @throws Error when it does not answer. */
export async function leaveForProvider(of: Provider): Promise<void> {
  const manager = await managerOf(of);
  await manager.signinRedirect({ state: window.location.pathname + window.location.search });
}

/** Whether the identity provider has just led back to the console. */
export const comesFromProvider = (): boolean => {
  const query = new URLSearchParams(window.location.search);
  return query.has('state') && (query.has('code') || query.has('error'));
};

/**
 * The access token of a person who comes back from the identity provider. The address is that of the page before again.
 * @throws Error when the provider refused, or when this tab did not ask it.
 */
export async function tokenFromProvider(): Promise<string> {
  const url = window.location.href;
  // The code in the address works once, and must not stay in the history.
  window.history.replaceState(null, '', HOME);
  const known = await provider();
  if (known === null) throw new Error('Nobody can sign in by an identity provider here.');
  const { access_token: token, id_token, state } = await (await managerOf(known)).signinRedirectCallback(url);
  idToken = id_token;
  if (typeof state === 'string' && state.startsWith(HOME)) window.history.replaceState(null, '', state);
  return token;
}

/**
 * Ends the session at the identity provider, if a person signed in there and the provider ends sessions. The browser
 * then leaves for the provider, which leads back to the console.
 * @throws Error when the provider does not answer: its session may go on.
 */
export async function endSessionAtProvider(): Promise<void> {
  const known = idToken === undefined ? null : await provider();
  if (known === null) return;
  const manager = await managerOf(known);
  const ends = await manager.metadataService.getEndSessionEndpoint();
  const hint = { id_token_hint: idToken, post_logout_redirect_uri: `${window.location.origin}${HOME}` };
  if (ends !== undefined) await manager.signoutRedirect(hint);
  idToken = undefined;
}
