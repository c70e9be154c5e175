import { secretUrlsOf } from '../../../lib/channels/channel-registry.ts';
import { channels } from '../../../lib/channels/index.ts';
import type { Example } from '../../../lib/platform/http/openapi-operation.ts';
import { checkpoint, ids, page, times } from './shared-examples.ts';

const shown = {
  id: ids.key,
  name: 'Console of Ada',
  scope: 'admin',
  prefix: 'cw_live_',
  lastFour: 'x9Qa',
  expiresAt: null,
};
const apiKey = { ...shown, createdAt: times.earlier, revokedAt: null, lastUsedAt: '2026-11-23T15:14:00.000Z' };
const emailStatus = { address: 'treasury@example.com', status: 'pending', since: times.earlier, reason: null };
const settings = {
  emails: [emailStatus.address],
  emailStatus: [emailStatus],
  ...Object.fromEntries(secretUrlsOf(channels).map((field) => [field, null])),
};
const emailPage = '<!doctype html><html lang="en">…</html>';

export const accountExamples: Readonly<Record<string, Example>> = {
  getMe: {
    answers: {
      200: {
        organisation: { id: ids.organisation, name: 'Acme Treasury' },
        scope: 'admin',
        key: shown,
        person: null,
        limits: {
          wallets: { limit: 10_000, used: 12 },
          rules: { limit: 500, used: 8 },
          webhooks: { limit: 20, used: 2 },
          keys: { limit: 50, used: 3 },
          addressBook: { limit: 100_000, used: 40 },
          listEntries: { limit: 300_000, used: 96 },
          requestsPerSecond: { limit: 200, used: null },
          recordsPerHour: { limit: 10_000, used: null },
          mailsPerMinute: { limit: 60, used: null },
        },
      },
    },
  },
  createKey: {
    request: { name: 'Console of Ada', scope: 'admin' },
    answers: { 201: { ...apiKey, lastUsedAt: null, key: 'cw_live_3zX1pQvT8mKc5LrYb2WnG7sHd4JfAe0uR6ttx9Qa' } },
  },
  keepKey: { answers: { 200: { expiresAt: '2026-11-24T03:14:00.000Z' } } },
  resumeKey: { answers: { 200: { key: 'cw_live_3zX1pQvT8mKc5LrYb2WnG7sHd4JfAe0uR6ttx9Qa' } } },
  listKeys: { answers: { 200: page(apiKey) } },
  listAudit: {
    answers: {
      200: page({
        id: ids.auditEntry,
        at: times.earlier,
        actor: { kind: 'key', id: ids.key, name: shown.name },
        action: 'update',
        resource: 'rule',
        resourceId: ids.rule,
        changes: [{ path: 'conditions.minUsd', before: 10_000, after: 50_000 }],
        requestId: '8c1f6f0e-52b1-4a8e-9d1e-6f3b0a7c2d41',
      }),
    },
  },
  listCheckpoints: { answers: { 200: page(checkpoint) } },
  getAuditKey: {
    answers: {
      200: {
        keyId: checkpoint.keyId,
        algorithm: 'ECDSA_SHA_256',
        publicKey:
          '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMzyJp5fyPUD0CEMDOtJY0JnaZZUu\n' +
          '0nJw0b5xTqGkBv8hK8VxLVYt9PYxRr0gNf0uZ8eJ5yVd2g8dVZkR1sWzQw==\n-----END PUBLIC KEY-----\n',
      },
    },
  },
  getSettings: { answers: { 200: settings } },
  updateSettings: { request: { emails: settings.emails }, answers: { 200: settings } },
  resendConfirmation: { request: { address: emailStatus.address }, answers: { 202: emailStatus } },
  showEmailLink: { answers: { 200: emailPage } },
  useEmailLink: { answers: { 200: emailPage } },
  getFlows: {
    answers: {
      200: {
        from: '2026-11-23T00:00:00.000Z',
        to: '2026-11-23T23:59:59.999Z',
        days: [{ at: '2026-11-23T00:00:00.000Z', inUsd: '18500', outUsd: '2499.5' }],
      },
    },
  },
  getStats: {
    answers: {
      200: {
        from: '2026-11-23T00:00:00.000Z',
        to: '2026-11-23T23:59:59.999Z',
        interval: 'day',
        buckets: [
          {
            at: '2026-11-23T00:00:00.000Z',
            alerts: { info: 0, warning: 2, critical: 1 },
            transactions: { ethereum: 14, solana: 3 },
            deliveries: { delivered: 5, failed: 0, other: 1 },
          },
        ],
        recipients: [
          {
            id: ids.webhook,
            deliveries: { delivered: 5, failed: 0, retrying: 1, pending: 0, not_sent: 0, summarised: 0 },
          },
        ],
      },
    },
  },
  health: {
    answers: {
      200: {
        status: 'failing',
        stage: 'prod',
        version: '0.2.0',
        checks: [
          { name: 'table', status: 'ok', ms: 7, detail: 'The table answers.' },
          { name: 'queue deliveries', status: 'ok', ms: 12, detail: '3 messages wait.' },
          { name: 'queue deliveries-dlq', status: 'ok', ms: 11, detail: '0 messages wait.' },
          { name: 'secret data-key', status: 'ok', ms: 35, detail: 'The key seals and opens.' },
          { name: 'chain ethereum', status: 'failing', ms: 9, detail: '120 blocks, 1440 s behind.' },
        ],
      },
    },
  },
  recordReceipt: { answers: {} },
  openapi: { answers: { 200: { openapi: '3.1.0' } } },
};
