import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import Skeleton from '@cloudscape-design/components/skeleton';
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Router } from 'wouter';
import { ProblemError } from '../../sdk/problem.ts';
import { ProblemAlert } from '../design/problem-alert.tsx';
import { retryDelay, shouldRetry } from '../live/retry.ts';
import { comesFromProvider, endSessionAtProvider, tokenFromProvider } from '../session/identity-provider.ts';
import { forgetInBrowser, keptKey, whenSignedOutElsewhere } from '../session/kept-key.ts';
import { forgetKey, type Session, type SignInOptions, signIn, storedKey } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';
import { PageBoundary } from './page-boundary.tsx';
import { Shell } from './shell.tsx';

/** Loaded only for a user without a key, together with the form that the page needs. */
const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));

type State =
  | { readonly is: 'starting' }
  /**
   * `failure` says why the browser may still keep the key of a user who signed out, or the identity provider the
   * session, and `refusal` why a person who
   * comes from the identity provider is not signed in.
   */
  | { readonly is: 'signed-out'; readonly failure?: unknown; readonly refusal?: unknown }
  /** The tab has a key, and the service did not say whose key it is. */
  | { readonly is: 'unknown'; readonly error: unknown }
  | { readonly is: 'signed-in' | 'refused'; readonly session: Session; readonly queries: QueryClient };

const queryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, staleTime: 0, gcTime: 60_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });

export function App() {
  const [state, setState] = useState<State>({ is: 'starting' });

  const refused = useCallback(() => {
    forgetKey();
    // Stops all polling until somebody signs in again.
    focusManager.setFocused(false);
    setState((now) => ('session' in now ? { ...now, is: 'refused' } : { is: 'signed-out' }));
  }, []);

  const start = useCallback(
    async (secret: string, kept: SignInOptions['kept']) => {
      const session = await signIn(secret, { kept, onRefused: refused });
      setState((now) => {
        const isSame = 'session' in now && now.session.me.organisation.id === session.me.organisation.id;
        // The data of one organisation must not show to a user of another.
        return { is: 'signed-in', session, queries: isSame ? now.queries : queryClient() };
      });
    },
    [refused],
  );

  const leave = useCallback(() => {
    forgetKey();
    setState({ is: 'signed-out' });
  }, []);
  useEffect(() => whenSignedOutElsewhere(leave), [leave]);

  const signOut = useCallback(() => {
    leave();
    forgetInBrowser()
      .then(endSessionAtProvider)
      .catch((failure: unknown) => setState((now) => (now.is === 'signed-out' ? { is: 'signed-out', failure } : now)));
  }, [leave]);

  const goOn = useCallback(async () => {
    if (comesFromProvider()) {
      try {
        return await start(await tokenFromProvider(), 'memory');
      } catch (refusal) {
        return setState({ is: 'signed-out', refusal });
      }
    }
    try {
      const key = storedKey() ?? (await keptKey());
      if (key === null) return setState({ is: 'signed-out' });
      await start(key, 'tab');
    } catch (error) {
      const isRefused = error instanceof ProblemError && error.status === 401;
      if (isRefused) forgetKey();
      setState(isRefused ? { is: 'signed-out' } : { is: 'unknown', error });
    }
  }, [start]);
  useEffect(() => void goOn(), [goOn]);
  // The page recovers by itself when the service is back, as every list does.
  useEffect(() => {
    if (state.is !== 'unknown' || !shouldRetry(0, state.error)) return;
    const timer = setTimeout(() => void goOn(), retryDelay(0, state.error));
    return () => clearTimeout(timer);
  }, [state, goOn]);
  // Polling begins again when every list has the client of the present key.
  useEffect(() => {
    if (state.is === 'signed-in') focusManager.setFocused(undefined);
  }, [state.is]);
  // Dialogs are outside the frame. They keep their input, too.
  useEffect(() => void document.body.toggleAttribute('data-refused', state.is === 'refused'), [state.is]);

  if (state.is === 'starting') return <Skeleton height="100vh" />;
  return (
    <I18nProvider locale="en" messages={[messages]}>
      {state.is === 'unknown' ? (
        <main className="sign-in">
          <h1>Chainwatch</h1>
          <ProblemAlert error={state.error} retry={() => void goOn()} />
          {shouldRetry(0, state.error) ? <p>This page tries again every few seconds.</p> : null}
        </main>
      ) : null}
      {state.is === 'signed-in' || state.is === 'unknown' ? null : (
        <PageBoundary>
          <Suspense fallback={<Skeleton height="100vh" />}>
            <SignInPage
              wasRefused={state.is === 'refused'}
              refusal={state.is === 'signed-out' ? state.refusal : undefined}
              signIn={start}
              signOutAgain={state.is === 'signed-out' && state.failure !== undefined ? signOut : undefined}
            />
          </Suspense>
        </PageBoundary>
      )}
      {!('session' in state) ? null : (
        // A page that the API refuses keeps its input, out of sight and reach, until somebody signs in again.
        <div hidden={state.is === 'refused'} inert={state.is === 'refused'} key={state.session.me.organisation.id}>
          <QueryClientProvider client={state.queries}>
            <SessionContext value={state.session}>
              <Router base="/console">
                <Shell signOut={signOut} />
              </Router>
            </SessionContext>
          </QueryClientProvider>
        </div>
      )}
    </I18nProvider>
  );
}
