import { describe, expect, it } from '@jest/globals';
import { walletChanges } from '../../../../console/pages/wallets/wallet-changes.ts';

const named = { tags: ['eu', 'vip'], externalId: 'customer 7' };
const wallet = { label: 'Ops', type: 'hot', watch: true, color: '#112233', chains: ['base', 'ethereum'], ...named };
const { chains: _, ...same } = wallet;

describe('What a user changes of a wallet', () => {
  it('is nothing while every field is as before, in any order of the chains', () => {
    expect(walletChanges(wallet, same, ['ethereum', 'base'])).toEqual({});
  });

  it('holds only the fields that the user changed', () => {
    expect(walletChanges(wallet, { ...same, label: 'Treasury' }, ['base', 'ethereum'])).toEqual({ label: 'Treasury' });
    expect(walletChanges(wallet, { ...same, watch: false }, ['base'])).toEqual({ watch: false, chains: ['base'] });
  });

  it('holds tags and the external id that the user changed or emptied', () => {
    expect(walletChanges(wallet, { ...same, tags: ['vip', 'eu'] }, undefined)).toEqual({});
    expect(walletChanges(wallet, { ...same, tags: [], externalId: null }, undefined)).toEqual({
      tags: [],
      externalId: null,
    });
  });

  it('keeps the colour when the user empties the field', () => {
    const { color: _, ...withoutColor } = same;
    expect(walletChanges(wallet, withoutColor, ['base', 'ethereum'])).toEqual({});
  });

  it('leaves the chains alone while nobody could choose them', () => {
    expect(walletChanges(wallet, { ...same, label: 'Treasury' }, undefined)).toEqual({ label: 'Treasury' });
  });
});
