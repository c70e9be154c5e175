import { type ComponentType, lazy } from 'react';

export interface Page {
  readonly path: string;
  readonly title: string;
  /** Loaded when the user opens the page for the first time. */
  readonly view: ComponentType;
}

/** The path of the console at its origin. */
export const BASE = '/console';

/** Every page, in the order of the navigation. A new page is a folder of `pages/` and a line here. */
export const pages: readonly Page[] = [
  { path: '/', title: 'Overview', view: lazy(() => import('../pages/overview/overview-page.tsx')) },
  {
    path: '/transactions',
    title: 'Transactions',
    view: lazy(() => import('../pages/transactions/transactions-page.tsx')),
  },
  { path: '/wallets', title: 'Wallets', view: lazy(() => import('../pages/wallets/wallets-page.tsx')) },
  { path: '/rules', title: 'Rules', view: lazy(() => import('../pages/rules/rules-page.tsx')) },
  { path: '/alerts', title: 'Alerts', view: lazy(() => import('../pages/alerts/alerts-page.tsx')) },
  {
    path: '/destinations',
    title: 'Destinations',
    view: lazy(() => import('../pages/destinations/destinations-page.tsx')),
  },
  { path: '/webhooks', title: 'Webhooks', view: lazy(() => import('../pages/webhooks/webhooks-page.tsx')) },
  { path: '/deliveries', title: 'Deliveries', view: lazy(() => import('../pages/deliveries/deliveries-page.tsx')) },
  { path: '/address-book', title: 'Address book', view: lazy(() => import('../pages/book/book-page.tsx')) },
  { path: '/address-lists', title: 'Address lists', view: lazy(() => import('../pages/lists/lists-page.tsx')) },
  { path: '/coverage', title: 'Coverage', view: lazy(() => import('../pages/coverage/coverage-page.tsx')) },
  { path: '/keys', title: 'API keys', view: lazy(() => import('../pages/keys/keys-page.tsx')) },
  { path: '/audit', title: 'Audit', view: lazy(() => import('../pages/audit/audit-page.tsx')) },
  { path: '/settings', title: 'Settings', view: lazy(() => import('../pages/settings/settings-page.tsx')) },
];
