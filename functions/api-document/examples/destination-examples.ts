import type { Example } from '../../../lib/platform/http/openapi-operation.ts';
import { ids, page, times } from './shared-examples.ts';

const given = {
  name: 'Council',
  kind: 'telegram',
  config: { botToken: '8012345678:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K', chatId: '-1002233445566' },
  match: { severities: ['critical'], walletTypes: ['multisig'] },
};

const destination = {
  id: ids.destination,
  ...given,
  config: { ...given.config, botToken: '…Cr4K' },
  isActive: true,
  disabledReason: null,
  createdAt: times.earlier,
  updatedAt: times.earlier,
};

const test = {
  id: ids.delivery,
  webhookId: null,
  destinationId: ids.destination,
  replayId: null,
  summaryId: null,
  alertSummary: null,
  ruleId: null,
  eventId: null,
  event: 'ping',
  kind: 'telegram',
  channel: 'telegram',
  url: 'https://api.telegram.org',
  status: 'pending',
  error: null,
  attempts: [],
  nextAttemptAt: times.later,
  createdAt: times.later,
  deliveredAt: null,
};

export const destinationExamples: Readonly<Record<string, Example>> = {
  createDestination: { request: given, answers: { 201: destination } },
  listDestinations: { answers: { 200: page(destination) } },
  previewDestinations: {
    answers: {
      200: {
        data: [
          { kind: 'email', id: null, name: 'E-mail' },
          { kind: 'telegram', id: ids.destination, name: given.name },
        ],
      },
    },
  },
  getDestination: { answers: { 200: destination } },
  updateDestination: {
    request: { isActive: false },
    answers: {
      200: {
        ...destination,
        isActive: false,
        disabledReason: 'Turned off by the organisation',
        updatedAt: times.later,
      },
    },
  },
  testDestination: { request: {}, answers: { 202: test } },
};
