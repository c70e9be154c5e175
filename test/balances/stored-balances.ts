import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { balanceRepo } from '../../lib/balances/repo.ts';
import type { DifferenceRef, TokenBalance } from '../../lib/balances/schema.ts';
import { matchForm } from '../../lib/chains/address.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Deps } from '../../lib/platform/deps.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { testDeps } from '../support/deps.ts';
import { USDC } from '../support/records.ts';
import { stackUrl } from '../support/stack-url.ts';

/** The table of the stack. The clock shows the present time, because the table removes old checks. */
export function depsOfStack() {
  const deps = testDeps(openTable('chainwatch-local', new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') })));
  deps.setNow(new Date());
  return deps;
}

/** A token balance without movements since its comparison. */
export const aTokenBalance = (
  chain: ChainId,
  address: string,
  { tokenAddress = USDC, ...more }: Partial<TokenBalance> = {},
): TokenBalance => ({
  sk: keys.tokenBalance(chain, matchForm(chain, address), matchForm(chain, tokenAddress)).sk,
  address,
  tokenAddress,
  asset: 'USDC',
  amount: '100',
  height: 1_500,
  checkedAt: '2026-03-01T10:00:00.000Z',
  moved: '0',
  movedTo: 1_500,
  hash: '0x1500',
  isIrregular: false,
  ...more,
});

interface Compared {
  readonly chain: ChainId;
  readonly height: number;
  readonly amount: string;
  readonly tokens?: readonly Partial<TokenBalance>[];
  readonly open?: DifferenceRef[];
}

/** Stores the balances of a wallet and a finished check. Returns the time of the check. */
export async function storeCheck(
  deps: Pick<Deps, 'table' | 'now'>,
  { address }: Pick<Wallet, 'address'>,
  { chain, height, amount, tokens = [], open }: Compared,
): Promise<string> {
  const balances = balanceRepo(deps, blockRepo(deps));
  const check = await balances.begin(chain);
  const hash = `0x${height}`;
  const native = await balances.nativeOf(chain, matchForm(chain, address));
  if (native === null) throw new Error('the wallet has no balance to check');
  await balances.store(check, [{ balance: native, checked: { amount, height, hash, open } }]);
  for (const token of tokens) await balances.storeToken(check, aTokenBalance(chain, address, token));
  const at = deps.now().toISOString();
  await balances.finish(check, { height, hash, at, tokensAt: at, watchesCode: false });
  return at;
}
