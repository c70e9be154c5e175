import { expect, it } from '@jest/globals';
import { coverageRows, isMissing } from '../../../../console/pages/coverage/coverage-rows.ts';

type Coverage = Parameters<typeof coverageRows>[0][number];
type Wallet = Parameters<typeof coverageRows>[1][number];

const coverage = (chain: Coverage['chain'], status: Coverage['status']): Coverage => ({ chain, status });
const wallet = (chains: Wallet['chains'], watch = true): Wallet => ({ watch, chains });

it('The chains that wallets use come first, and of these the chain that nobody records', () => {
  const { shown, others } = coverageRows(
    [
      coverage('base', 'unwatched'),
      coverage('sepolia', 'running'),
      coverage('anvil', 'running'),
      coverage('ethereum', 'unwatched'),
      coverage('polygon', 'unwatched'),
    ],
    [wallet(['anvil', 'ethereum']), wallet(['anvil']), wallet(['polygon'], false)],
  );
  expect(shown.map((row) => [row.id, row.wallets, isMissing(row)])).toEqual([
    ['ethereum', 1, true],
    ['anvil', 2, false],
    ['sepolia', 0, false],
  ]);
  expect(others.map(({ id }) => id)).toEqual(['base', 'polygon']);
});
