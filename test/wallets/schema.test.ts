import { describe, expect, it } from '@jest/globals';
import { CreateWallet, UpdateWallet, WalletQuery } from '../../lib/wallets/schema.ts';
import { pathsOf } from '../support/paths.ts';
import { OURS } from '../support/records.ts';

const least = { label: 'Treasury', address: OURS, chains: ['ethereum'] };

describe('CreateWallet', () => {
  it('is a watched hot wallet by default', () => {
    expect(CreateWallet.parse(least)).toEqual({ ...least, type: 'hot', watch: true });
  });

  it('keeps each chain once', () => {
    expect(CreateWallet.parse({ ...least, chains: ['base', 'ethereum', 'base'] }).chains).toEqual(['base', 'ethereum']);
  });

  it.each([
    ['label', '🐋'.repeat(64)],
    ['type', 't'.repeat(32)],
    ['color', '#1a2B3c'],
    ['watch', false],
  ])('accepts %s %j', (field, value) => {
    expect(CreateWallet.parse({ ...least, [field]: value })).toMatchObject({ [field]: value });
  });

  it.each([
    ['label', '🐋'.repeat(65)],
    ['label', '\ud83d'],
    ['label', 'a\u0007'],
    ['label', ''],
    ['type', 't'.repeat(33)],
    ['color', 'red'],
    ['color', '#12345'],
    ['color', '#12345g'],
    ['address', ''],
    ['address', 'a'.repeat(129)],
    ['chains', []],
    ['chains', 'ethereum'],
    ['chains.1', ['ethereum', 'dogecoin']],
    ['watch', 'yes'],
    ['externalId', ' PX1'],
    ['externalId', 'PX1\u00a0'],
    ['id', '1'],
    ['toString', '1'],
  ])('refuses %s when it is %j', (path, value) => {
    const [field = ''] = path.split('.');
    expect(pathsOf(CreateWallet, { ...least, [field]: value })).toEqual([path]);
  });

  it('names all missing fields', () => {
    expect(pathsOf(CreateWallet, {})).toEqual(['label', 'address', 'chains']);
  });
});

describe('UpdateWallet', () => {
  it('changes the given fields and refuses an address', () => {
    expect(UpdateWallet.parse({ watch: false })).toEqual({ watch: false });
    expect(pathsOf(UpdateWallet, { label: 'New', address: OURS })).toEqual(['address']);
    expect(pathsOf(UpdateWallet, {})).toEqual(['']);
    expect(pathsOf(UpdateWallet, { chains: [] })).toEqual(['chains']);
    expect(pathsOf(UpdateWallet, { externalId: 'PX1 ' })).toEqual(['externalId']);
  });
});

describe('WalletQuery', () => {
  it('filters by chain and by a part of label or address', () => {
    expect(WalletQuery.parse({ chain: 'base', q: 'trea' })).toEqual({
      chain: 'base',
      q: 'trea',
      pageSize: 25,
    });
    expect(pathsOf(WalletQuery, { chain: 'x', q: 'a'.repeat(129), label: 'a' })).toEqual(['chain', 'q', 'label']);
  });
});
