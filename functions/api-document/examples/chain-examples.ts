import type { Example } from '../../../lib/platform/http/openapi-operation.ts';
import { ids, page, times } from './shared-examples.ts';

const given = { walletId: ids.wallet, fromHeight: 21_000_000, toHeight: 21_099_999, evaluateRules: false };

const backfill = {
  id: ids.backfill,
  chain: 'ethereum',
  ...given,
  status: 'running',
  blocksTotal: 100_000,
  blocksDone: 4_200,
  transactionsFound: 3,
  failure: null,
  createdAt: times.recorded,
  updatedAt: times.later,
  completedAt: null,
};

export const chainExamples: Readonly<Record<string, Example>> = {
  listChains: {
    answers: {
      200: page({
        id: 'ethereum',
        name: 'Ethereum',
        family: 'evm',
        nativeSymbol: 'ETH',
        nativeDecimals: 18,
        chainId: 1,
        confirmations: 12,
        wrappedToken: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
        explorer: 'https://etherscan.io/tx/',
        addressExplorer: 'https://etherscan.io/address/',
        prices: { source: 'live', nativeUsd: null },
      }),
    },
  },
  getCoverage: {
    answers: {
      200: {
        chain: 'ethereum',
        status: 'running',
        stopped: null,
        confirmations: 12,
        ranges: [{ from: 21_100_000, to: 21_250_117 }],
        gaps: [],
        height: 21_250_117,
        recordedTo: 21_250_117,
        hash: '0x7e7d6200990e3176715267b2a6f653972cd582b81ec70edccb9b33fff038819d',
        timestamp: times.block,
        head: 21_250_129,
        headAt: times.recorded,
        lag: { blocks: 0, seconds: 0 },
        valuesDelayedSince: null,
      },
    },
  },
  createBackfill: { request: given, answers: { 201: { ...backfill, blocksDone: 0, transactionsFound: 0 } } },
  listBackfills: { answers: { 200: page(backfill) } },
  getBackfill: { answers: { 200: backfill } },
  cancelBackfill: { request: {}, answers: { 200: { ...backfill, status: 'cancelled' } } },
  resumeBackfill: { request: {}, answers: { 200: backfill } },
};
