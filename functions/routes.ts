import type { Route } from '../lib/platform/http/route.ts';
import { routes as addressBook } from './address-book/routes.ts';
import { routes as addressLists } from './address-lists/routes.ts';
import { routes as audit } from './audit/routes.ts';
import { routes as backfills } from './backfills/routes.ts';
import { routes as backtests } from './backtests/routes.ts';
import { routes as balances } from './balances/routes.ts';
import { routes as canary } from './canary/routes.ts';
import { routes as chains } from './chains/routes.ts';
import { routes as deliveries } from './deliveries/routes.ts';
import { routes as destinations } from './destinations/routes.ts';
import { routes as events } from './events/routes.ts';
import { routes as exports } from './exports/routes.ts';
import { routes as keys } from './keys/routes.ts';
import { routes as links } from './links/routes.ts';
import { routes as meta } from './meta/routes.ts';
import { routes as replays } from './replays/routes.ts';
import { routes as reviews } from './reviews/routes.ts';
import { routes as rules } from './rules/routes.ts';
import { routes as settings } from './settings/routes.ts';
import { routes as stats } from './stats/routes.ts';
import { routes as transactions } from './transactions/routes.ts';
import { routes as wallets } from './wallets/routes.ts';
import { routes as webhooks } from './webhooks/routes.ts';

const { getTransaction, annotateTransaction, ...transactionLists } = transactions;
const { createWebhook, listWebhooks, ...webhooksById } = webhooks;

/**
 * Every endpoint, for the infrastructure, the OpenAPI document and the tests. API Gateway, the functions and their
 * roles derive from these rows. A handler imports only the rows of its own resource, because its bundle carries all
 * schemas that the file of its row imports. The order is the order of the OpenAPI document: fixed paths before `{id}`.
 */
export const routes = {
  ...transactionLists,
  ...exports,
  getTransaction,
  annotateTransaction,
  ...backtests,
  ...rules,
  ...events,
  ...reviews,
  ...links,
  createWebhook,
  listWebhooks,
  ...deliveries,
  ...replays,
  ...webhooksById,
  ...wallets,
  ...balances,
  ...addressBook,
  ...addressLists,
  ...stats,
  ...keys,
  ...audit,
  ...settings,
  ...destinations,
  ...chains,
  ...backfills,
  ...meta,
  ...canary,
} as const satisfies Record<string, Route>;
