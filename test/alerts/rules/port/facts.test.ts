import { expect, it } from '@jest/globals';
import { factsBeside } from '../../../../lib/alerts/rules/port/facts.ts';
import { evaluated, organisation } from '../../../support/records.ts';

it('The facts beside a transaction are found once for each question that rules ask', async () => {
  const asked: number[] = [];
  const facts = factsBeside({
    organisationId: organisation,
    transaction: evaluated({ walletId: 'wallet' }),
    async countRecent(_, { walletId }, windowMinutes) {
      asked.push(windowMinutes);
      return walletId.length + windowMinutes;
    },
    wallets: { byId: async () => new Map() },
    parties: {
      knownAddresses: async () => new Map(),
      ownedAmong: async () => new Set(),
      firstDealings: async () => new Set(),
    },
  });
  expect(await facts({})).toEqual({});
  expect(asked).toEqual([]);
  const answers = await Promise.all([
    facts({ recentCount: 10 }),
    facts({ recentCount: 60 }),
    facts({ recentCount: 10 }),
  ]);
  expect(answers).toEqual([{ recentCount: 16 }, { recentCount: 66 }, { recentCount: 16 }]);
  expect(asked).toEqual([10, 60]);
});
