import { describe, expect, it } from '@jest/globals';
import { webRouteOf } from '../../infra/web-routes.ts';

describe('webRouteOf', () => {
  it.each([
    ['/', { redirect: '/console/', status: 302 }],
    ['/console', { redirect: '/console/', status: 308 }],
    ['/docs', { redirect: '/docs/', status: 308 }],
    ['/docs/guides/triage-alerts', { redirect: '/docs/guides/triage-alerts.html', status: 308 }],
    ['/docs/guides', { redirect: '/docs/guides/', status: 308 }],
  ])('redirects %s', (path, route) => {
    expect(webRouteOf(path)).toEqual(route);
  });

  it.each([
    '/console/',
    '/console/wallets',
    '/console/transactions/3800efff-fe5e-5ab2-b0fe-9cf34d533da6',
    '/console/v1.2/wallets',
  ])('lets the console show the page at %s', (path) => {
    expect(webRouteOf(path)).toEqual({ file: '/console/index.html' });
  });

  it.each([
    '/console/assets/main-RXQXHIYZ.js',
    '/console/favicon.svg',
    '/docs/assets/a.css',
    '/docs/guides/a.html',
    '/docs/x',
    '/other',
  ])('answers %s with the file of this path', (path) => {
    expect(webRouteOf(path)).toEqual({ file: path });
  });

  it.each(['/docs/', '/docs/guides/'])('answers %s with its index', (path) => {
    expect(webRouteOf(path)).toEqual({ file: `${path}index.html` });
  });
});
