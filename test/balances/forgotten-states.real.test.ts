import { expect, it } from '@jest/globals';
import type { AccountsAt, ChainReader, Movement } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { quiet } from '../support/quiet.ts';
import { USDC } from '../support/records.ts';
import { SENDER } from '../support/scenario.ts';
import { STRANGER } from '../watch/payments.ts';
import { checkedScenario, notified } from './checked.ts';
import { balancesOf, chainOfChanges, changing } from './made-balances.ts';

quiet();

const TOKENS: Movement = {
  asset: 'USDC',
  tokenAddress: USDC,
  tokenId: null,
  standard: 'ERC-20',
  from: STRANGER,
  to: SENDER,
  amount: '5',
  origin: 'log',
};

/** A reader whose transactions also move tokens, on nodes that forget the state of each block but the newest. */
function forgetful(reader: ChainReader, head: () => number): ChainReader {
  return {
    ...reader,
    async block(height, signal) {
      const block = await reader.block(height, signal);
      const transactions = block.transactions.map((each) => ({
        ...each,
        decode: async () => {
          const { transaction, undecoded } = await each.decode(signal);
          return { transaction: { ...transaction, movements: [...transaction.movements, TOKENS] }, undecoded };
        },
      }));
      return { ...block, transactions };
    },
    async tokenAccounts(pairs, { height }: AccountsAt) {
      if (height < head()) throw new ChainUnavailableError('anvil', `missing trie node of block ${height}`);
      return pairs.map(() => '5');
    },
  };
}

it('A token whose old balance no node states any more stops the checks for two minutes at most', async () => {
  const chain = chainOfChanges(changing(), changing());
  const { reader } = balancesOf(chain);
  const { deps, scenario, run, balances, found } = await checkedScenario(forgetful(reader, () => chain.head));
  await run({ start: 0 });
  await notified(scenario, SENDER);
  chain.append(changing());
  await run();
  chain.append(changing({ by: 'plain', to: SENDER, amount: '1' }));
  await expect(run()).rejects.toThrow('missing trie node');
  deps.advance(120);
  await run();
  expect(await balances.lastCheck('anvil', chain.head)).toMatchObject({ height: chain.head });
  expect(await balances.tokens('anvil', SENDER.toLowerCase())).toMatchObject([{ amount: '5', isIrregular: false }]);
  expect(await found()).toEqual([]);
});
