import type { Example } from '../../../lib/platform/http/openapi-operation.ts';
import { addresses, HASH, ids, page, times } from './shared-examples.ts';

const transfer = {
  asset: 'ETH',
  tokenAddress: null,
  tokenId: null,
  standard: 'native',
  from: addresses.payer,
  to: addresses.treasury,
  amount: '1',
  valueUsd: '2500',
  direction: 'inbound',
  origin: 'value',
  lookalike: null,
};

export const transaction = {
  id: ids.transaction,
  walletId: ids.wallet,
  hash: HASH,
  chain: 'ethereum',
  blockNumber: 21_250_117,
  blockTimestamp: times.block,
  direction: 'inbound',
  txType: 'transfer',
  status: 'success',
  fromAddress: addresses.payer,
  toAddress: addresses.treasury,
  tokenSymbol: 'ETH',
  tokenAmount: '1',
  valueUsd: '2500',
  valueStatus: 'known',
  methodName: null,
  reorged: false,
  gasPriceGwei: '2',
  feeAmount: '0.000042',
  destinationTag: null,
  references: [],
  transfers: [transfer],
  detail: 'full',
  approvals: [],
  authority: [],
  omitted: { transfers: 0, approvals: 0, authority: 0 },
  verified: true,
  notes: '',
  tags: [],
  annotatedBy: null,
  annotatedByName: null,
  source: 'watch',
  createdAt: times.recorded,
  wallet: { label: 'Treasury', type: 'hot', color: '#db2777', tags: ['treasury'], externalId: 'account-7' },
  fromLabel: 'Acme Ltd',
  toLabel: 'Treasury',
  summary: 'Treasury received 1 ETH (2,500 USD) from Acme Ltd',
};

const imported = {
  walletId: ids.wallet,
  hash: HASH,
  chain: 'ethereum',
  blockNumber: 21_250_117,
  blockTimestamp: times.block,
  fromAddress: addresses.payer,
  toAddress: addresses.treasury,
  valueDecimal: '1',
  tokenSymbol: 'ETH',
  txType: 'transfer',
  status: 'success',
};

const CSV = [
  'id,hash,chain,blockNumber,blockTimestamp,direction,txType,fromAddress,toAddress,tokenSymbol,tokenAmount,valueUsd',
  `${ids.transaction},${HASH},ethereum,21250117,${times.block},inbound,transfer,${addresses.payer},…,ETH,1,2500`,
].join('\n');

const anExport = {
  id: ids.export,
  status: 'running',
  filters: { chain: 'ethereum', from: times.earlier },
  rows: 0,
  total: null,
  url: null,
  expiresAt: null,
  error: null,
  createdAt: times.later,
  finishedAt: null,
};

export const transactionExamples: Readonly<Record<string, Example>> = {
  listTransactions: { answers: { 200: page(transaction) } },
  lookupTransaction: {
    answers: {
      200: {
        source: 'blockchain',
        transaction: imported,
        summary: transaction.summary,
        transfers: [transfer],
        status: 'success',
        destinationTag: null,
        references: [],
        gasPriceGwei: '2',
        methodName: null,
      },
    },
  },
  exportTransactions: { answers: { 200: CSV } },
  importTransaction: {
    request: imported,
    answers: {
      201: { ...transaction, source: 'import' },
      200: { ...transaction, source: 'import', alreadyExists: true },
    },
  },
  getTransaction: { answers: { 200: transaction } },
  listDecisions: {
    answers: {
      200: {
        data: [
          {
            ruleId: ids.rule,
            ruleName: 'Over 1,000 USD',
            outcome: 'suppressed',
            reason: 'cooldown',
            eventId: ids.event,
            decidedAt: times.fired,
            reasons: [{ condition: 'value_usd', expected: { gte: 1000 }, actual: '2500', passed: true }],
          },
        ],
      },
    },
  },
  annotateTransaction: {
    request: { notes: 'Invoice 2026-118', tags: ['revenue'] },
    answers: { 200: { ...transaction, notes: 'Invoice 2026-118', tags: ['revenue'] } },
  },
  createExport: { request: anExport.filters, answers: { 201: anExport } },
  listExports: { answers: { 200: page(anExport) } },
  getExport: {
    answers: {
      200: {
        ...anExport,
        status: 'completed',
        rows: 1204,
        total: 1204,
        url: 'https://chainwatch-prod-exports.s3.eu-central-1.amazonaws.com/exports/9c2e4a70.csv.gz?X-Amz-Expires=900',
        expiresAt: '2026-11-24T16:02:31.007Z',
        finishedAt: '2026-11-23T16:02:31.007Z',
      },
    },
  },
  cancelExport: { request: {}, answers: { 200: { ...anExport, status: 'cancelled', finishedAt: times.later } } },
};
