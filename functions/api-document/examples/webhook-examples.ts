import type { Example } from '../../../lib/platform/http/openapi-operation.ts';
import { ids, page, times } from './shared-examples.ts';

const given = {
  url: 'https://hooks.example.com/chainwatch',
  events: ['alert.fired', 'alert.retracted'],
  description: 'Treasury desk',
  match: { severities: ['critical', 'warning'] },
  headers: { Authorization: 'Bearer pWx2Rk9zQ1' },
};

const webhook = {
  id: ids.webhook,
  ...given,
  headers: { Authorization: '…9zQ1' },
  payload: 'standard',
  isActive: true,
  disabledReason: null,
  consecutiveFailures: 0,
  failingSince: null,
  lastSuccessAt: '2026-11-23T15:14:00.000Z',
  lastFailureAt: null,
  lastError: null,
  createdAt: times.earlier,
  updatedAt: times.earlier,
};

const withSecret = { ...webhook, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' };

const delivery = {
  id: ids.delivery,
  webhookId: ids.webhook,
  destinationId: null,
  replayId: null,
  summaryId: null,
  alertSummary: null,
  ruleId: ids.rule,
  eventId: ids.event,
  event: 'alert.fired',
  kind: 'webhook',
  channel: 'webhook',
  url: given.url,
  status: 'delivered',
  error: null,
  attempts: [{ n: 1, at: times.delivered, statusCode: 200, error: null, durationMs: 87, responseExcerpt: 'ok' }],
  nextAttemptAt: null,
  createdAt: times.fired,
  deliveredAt: times.delivered,
};

const pending = { ...delivery, status: 'pending', attempts: [], nextAttemptAt: times.later, deliveredAt: null };

const request = {
  headers: {
    Authorization: '…9f3a',
    'Content-Type': 'application/json',
    'User-Agent': 'Chainwatch/0.2.0',
    'X-Service-Event': 'alert.fired',
    'X-Service-Delivery': ids.delivery,
    'X-Service-Attempt': '1',
    'webhook-id': ids.delivery,
  },
  body: '{"event":"alert.fired","fired_at":"2026-11-23T15:13:59.000Z"}',
};

const replay = {
  id: ids.replay,
  status: 'running',
  filter: { status: 'failed', webhookId: ids.webhook, destinationId: null, from: times.earlier, to: null },
  total: null,
  replayed: 0,
  skipped: 0,
  failure: null,
  createdAt: times.later,
  updatedAt: times.later,
  completedAt: null,
};

const completed = { ...replay, status: 'completed', total: 12, replayed: 12, completedAt: '2026-11-23T16:02:19.911Z' };

export const webhookRouteExamples: Readonly<Record<string, Example>> = {
  createWebhook: { request: given, answers: { 201: { ...withSecret, lastSuccessAt: null } } },
  listWebhooks: { answers: { 200: page(webhook) } },
  getWebhook: { answers: { 200: webhook } },
  updateWebhook: {
    request: { isActive: false },
    answers: { 200: { ...webhook, isActive: false, updatedAt: times.later } },
  },
  testWebhook: {
    request: {},
    answers: { 202: { ...pending, event: 'ping', ruleId: null, eventId: null } },
  },
  rotateWebhookSecret: { request: {}, answers: { 200: { ...withSecret, updatedAt: times.later } } },
  listDeliveries: { answers: { 200: page(delivery) } },
  replayDeliveries: {
    request: { ids: [ids.delivery, ids.event] },
    answers: {
      202: { replayId: ids.replay, accepted: [ids.delivery], failed: [{ id: ids.event, code: 'not_found' }] },
    },
  },
  getDelivery: { answers: { 200: { ...delivery, request } } },
  replayDelivery: { request: {}, answers: { 202: pending } },
  createReplay: {
    request: { status: 'failed', webhookId: ids.webhook, from: times.earlier },
    answers: { 201: replay },
  },
  listReplays: { answers: { 200: page(completed) } },
  getReplay: { answers: { 200: completed } },
  cancelReplay: { request: {}, answers: { 200: { ...replay, status: 'cancelled', total: 12, replayed: 4 } } },
  resumeReplay: { request: {}, answers: { 200: { ...replay, total: 12, replayed: 4 } } },
};
