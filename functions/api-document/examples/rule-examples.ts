import { NOT_REVIEWED } from '../../../lib/alerts/events/schema.ts';
import { toggles } from '../../../lib/channels/channel-registry.ts';
import { channels } from '../../../lib/channels/index.ts';
import type { Example } from '../../../lib/platform/http/openapi-operation.ts';
import { ids, muted, notMuted, page, times } from './shared-examples.ts';
import { transaction } from './transaction-examples.ts';

const given = {
  name: 'Over 1,000 USD',
  ruleType: 'large_transfer',
  severity: 'critical',
  wallets: { ids: [ids.wallet], tags: ['vault'], types: [] },
  conditions: { value_usd: { gte: 1000 }, direction: 'inbound' },
  notifyWebhook: true,
  customWebhookUrl: 'https://hooks.example.com/treasury',
  cooldownMinutes: 5,
  cooldownPer: 'wallet',
};

const rule = {
  ...given,
  walletIds: given.wallets.ids,
  ...toggles(channels),
  notifyWebhook: given.notifyWebhook,
  id: ids.rule,
  isActive: true,
  createdAt: times.earlier,
  updatedAt: times.earlier,
  lastFiredAt: times.fired,
  firedCount: 1,
  suppressedCount: 3,
  suppressedByReason: { cooldown: 1, muted: 2 },
  ...notMuted,
  audience: 3,
};

const reasons = [
  { condition: 'status', expected: 'success', actual: 'success', passed: true },
  { condition: 'valueUsd', expected: { gte: '1000' }, actual: '2500', passed: true },
  { condition: 'direction', expected: 'inbound', actual: 'inbound', passed: true },
];

const event = {
  id: ids.event,
  ruleId: ids.rule,
  ruleName: given.name,
  ruleType: given.ruleType,
  severity: given.severity,
  status: 'open',
  firedAt: times.fired,
  transactionId: ids.transaction,
  walletId: ids.wallet,
  wallet: transaction.wallet,
  transaction,
  subject: null,
  summary: transaction.summary,
  reasons,
  suppressed: { count: 2, largestUsd: '180' },
  ...NOT_REVIEWED,
};

const acknowledged = {
  ...event,
  status: 'acknowledged',
  acknowledgedAt: times.later,
  acknowledgedBy: ids.key,
  acknowledgedByName: 'Console of Ada',
  acknowledgementNote: 'Asked the treasury desk.',
};

const resolved = {
  ...acknowledged,
  status: 'resolved',
  resolvedAt: times.later,
  resolvedBy: ids.key,
  resolvedByName: 'Console of Ada',
  resolutionNote: 'Expected payment',
};

const unknown = { id: ids.rule, code: 'not_found' };

const backtest = {
  id: ids.backtest,
  status: 'running',
  ruleId: ids.rule,
  ruleName: rule.name,
  ruleType: given.ruleType,
  from: '2026-11-22T00:00:00.000Z',
  to: '2026-11-23T23:59:59.999Z',
  progress: 0,
  rows: 0,
  total: 8_412,
  matched: 0,
  wouldFire: 0,
  wouldSuppress: { cooldown: 0, muted: 0 },
  perDay: [
    { at: '2026-11-22T00:00:00.000Z', fired: 0 },
    { at: '2026-11-23T00:00:00.000Z', fired: 0 },
  ],
  samples: [],
  nearMisses: [],
  error: null,
  createdAt: times.later,
  finishedAt: null,
};

/** A review of all that match, which has just begun. */
const review = {
  id: ids.review,
  status: 'running',
  action: 'acknowledge',
  note: 'Payroll',
  reviewer: { id: ids.key, name: 'Desk' },
  filter: {
    ...{ status: 'open', severity: null, ruleId: ids.rule, walletId: null, walletTag: null, chain: null },
    ...{ from: null, to: times.later },
  },
  wholePayments: false,
  ...{ total: null, reviewed: 0, skipped: 0, failed: 0, failure: null },
  ...{ createdAt: times.later, updatedAt: times.later, completedAt: null },
};
const reviewedAll = {
  ...review,
  status: 'completed',
  total: 1250,
  reviewed: 1249,
  skipped: 1,
  completedAt: times.later,
};

const backtested = {
  ...backtest,
  status: 'completed',
  progress: 1,
  rows: 8_412,
  matched: 31,
  wouldFire: 27,
  wouldSuppress: { cooldown: 4, muted: 0 },
  perDay: [
    { at: '2026-11-22T00:00:00.000Z', fired: 12 },
    { at: '2026-11-23T00:00:00.000Z', fired: 15 },
  ],
  samples: [{ transactionId: ids.transaction, reasons }],
  finishedAt: '2026-11-23T16:02:15.020Z',
};

export const ruleExamples: Readonly<Record<string, Example>> = {
  listRules: { answers: { 200: page(rule) } },
  createRule: {
    request: given,
    answers: {
      201: { ...rule, lastFiredAt: null, firedCount: 0, customWebhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    },
  },
  testRule: {
    request: { rule: { ruleType: given.ruleType, conditions: given.conditions }, transactionId: ids.transaction },
    answers: { 200: { matches: true, reasons } },
  },
  previewRule: {
    request: { rule: { ruleType: given.ruleType, conditions: given.conditions } },
    answers: {
      200: {
        judged: 200,
        matched: 9,
        since: times.earlier,
        samples: [{ transactionId: ids.transaction, blockTimestamp: times.earlier, summary: event.summary }],
      },
    },
  },
  createBacktest: {
    request: { ruleId: ids.rule, from: '2026-11-22', to: '2026-11-23' },
    answers: { 201: backtest },
  },
  listBacktests: { answers: { 200: page(backtested) } },
  getBacktest: { answers: { 200: backtested } },
  cancelBacktest: {
    request: {},
    answers: { 200: { ...backtest, status: 'cancelled', finishedAt: times.later } },
  },
  getRule: { answers: { 200: rule } },
  updateRule: {
    request: { ...muted, muteCritical: true },
    answers: { 200: { ...rule, ...muted, muteCritical: true } },
  },
  listEvents: { answers: { 200: page(event) } },
  bulkAcknowledgeEvents: {
    request: { ids: [ids.event] },
    answers: { 200: { updated: [acknowledged], unchanged: [], failed: [unknown] } },
  },
  bulkResolveEvents: {
    request: { ids: [ids.event], note: 'Expected payment' },
    answers: { 200: { updated: [resolved], unchanged: [], failed: [unknown] } },
  },
  createReview: {
    request: { action: 'acknowledge', note: 'Payroll', status: 'open', ruleId: ids.rule, to: times.later },
    answers: { 201: review },
  },
  listReviews: { answers: { 200: page(reviewedAll) } },
  getReview: { answers: { 200: reviewedAll } },
  cancelReview: { request: {}, answers: { 200: { ...review, status: 'cancelled', total: 1250, reviewed: 300 } } },
  getEvent: { answers: { 200: event } },
  acknowledgeEvent: { request: {}, answers: { 200: acknowledged } },
  resolveEvent: { request: { note: 'Expected payment' }, answers: { 200: resolved } },
  showAcknowledgeLink: { answers: { 200: '<!doctype html><html lang="en">…</html>' } },
  useAcknowledgeLink: {
    request: { token: `v2.5f0c1d9a2b7e.pXcD4fCwq1n0.${ids.delivery}.${ids.organisation}` },
    answers: {
      200: {
        summary: event.summary,
        acknowledgedAt: times.later,
        acknowledgedByName: 'Council on Telegram',
      },
    },
  },
};
