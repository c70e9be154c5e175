import type { Example } from '../../../lib/platform/http/openapi-operation.ts';
import { addresses, ids, page, times } from './shared-examples.ts';

const given = { address: addresses.payer, label: 'Our account at the exchange', note: 'Desk 4', lists: ['exchanges'] };

const entry = {
  id: ids.bookEntry,
  ...given,
  family: 'evm',
  createdAt: times.earlier,
  updatedAt: times.earlier,
};

const source = { url: 'https://lists.example.com/sanctioned.txt', format: 'text', column: null };

const list = {
  id: ids.addressList,
  name: 'sanctioned',
  purpose: 'deny',
  source,
  size: 96,
  lastRun: {
    at: times.recorded,
    added: 2,
    removed: 1,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    error: null,
    refused: null,
  },
  createdAt: times.earlier,
  updatedAt: times.earlier,
};

export const addressBookExamples: Readonly<Record<string, Example>> = {
  createBookEntry: { request: given, answers: { 201: entry } },
  createBookEntries: {
    request: { entries: [given, { address: addresses.treasury, label: 'Partner' }, { address: '0x1', label: 'Typo' }] },
    answers: {
      200: {
        created: [entry],
        existing: [{ index: 1, id: ids.bookEntry, differs: ['label'] }],
        failed: [
          {
            index: 2,
            code: 'validation_failed',
            errors: [{ path: 'address', message: 'must be an address of evm, solana, xrp' }],
          },
        ],
      },
    },
  },
  listBookEntries: { answers: { 200: page(entry) } },
  getBookEntry: { answers: { 200: entry } },
  updateBookEntry: {
    request: { label: 'Old account at the exchange' },
    answers: { 200: { ...entry, label: 'Old account at the exchange', updatedAt: times.later } },
  },
  createAddressList: {
    request: { name: 'sanctioned', purpose: 'deny', source: { url: source.url, format: 'text' } },
    answers: { 201: { ...list, size: 0, lastRun: null } },
  },
  listAddressLists: { answers: { 200: page(list) } },
  getAddressList: { answers: { 200: list } },
  updateAddressList: {
    request: { purpose: 'info' },
    answers: { 200: { ...list, purpose: 'info', updatedAt: times.later } },
  },
  refreshAddressList: { request: {}, answers: { 202: list } },
};
