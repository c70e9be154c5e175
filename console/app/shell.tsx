import Alert from '@cloudscape-design/components/alert';
import AppLayout from '@cloudscape-design/components/app-layout';
import Badge from '@cloudscape-design/components/badge';
import SideNavigation from '@cloudscape-design/components/side-navigation';
import Skeleton from '@cloudscape-design/components/skeleton';
import { onlineManager } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useNotices } from '../design/notices.tsx';
import { useNarrow } from '../design/use-narrow.ts';
import { useNavCounts } from './nav-counts.ts';
import { PageBoundary } from './page-boundary.tsx';
import { BASE, pages } from './pages.ts';
import { TopBar } from './top-bar.tsx';

/** The frame of every page: the bar at the top, the navigation, the notices. */
export function Shell({ signOut }: { readonly signOut: () => void }) {
  const [location, navigate] = useLocation();
  const [isNavigationOpen, setNavigationOpen] = useState(() => window.innerWidth > 1100);
  const { toasts, provide, clear } = useNotices();
  const counts = useNavCounts();
  const isNarrow = useNarrow();
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );

  // The notices of a page end with the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the location is what counts
  useEffect(clear, [location]);
  // In the layout, before a panel that opens with the page adds the name of its item.
  useLayoutEffect(() => {
    const page = pages.find(({ path }) => path === location);
    document.title = page === undefined ? 'Chainwatch' : `${page.title} · Chainwatch`;
  }, [location]);

  const navigation = (
    <SideNavigation
      activeHref={`${BASE}${location}`}
      items={pages.map(({ path, title }) => ({
        type: 'link',
        text: title,
        href: `${BASE}${path}`,
        info: <Count count={counts.get(path) ?? 0} />,
      }))}
      onFollow={(event) => {
        event.preventDefault();
        navigate(event.detail.href.slice(BASE.length));
      }}
    />
  );
  return (
    <>
      <TopBar signOut={signOut} counts={counts} isNarrow={isNarrow} />
      <AppLayout
        headerSelector="#top"
        toolsHide
        navigationHide={isNarrow}
        navigation={navigation}
        navigationOpen={isNavigationOpen}
        onNavigationChange={({ detail }) => setNavigationOpen(detail.open)}
        notifications={
          isOnline ? null : <Alert type="warning">You are offline. The page goes on when the connection is back.</Alert>
        }
        content={provide(
          <PageBoundary key={location}>
            <Suspense fallback={<Skeleton height="20rem" />}>
              <Switch>
                {pages.map(({ path, view: View }) => (
                  <Route key={path} path={path}>
                    <View />
                  </Route>
                ))}
                <Route>
                  <Alert type="warning" header="This page does not exist">
                    Choose a page from the navigation.
                  </Alert>
                </Route>
              </Switch>
            </Suspense>
          </PageBoundary>,
        )}
      />
      {toasts}
    </>
  );
}

/** How much on the page needs somebody. */
function Count({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Badge color="red">
      {count.toLocaleString()}
      <span className="visually-hidden"> that need somebody</span>
    </Badge>
  );
}
