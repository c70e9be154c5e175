import { type CheckedBalance, type JudgeCheckedDeps, judgeChecked } from '../alerts/checked/judge-checked.ts';
import type { ChainId } from '../chains/registry.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { BlockRepo } from '../watch/block-records.ts';
import { skipDataErrors } from '../watch/data-errors.ts';
import { accountWatchers } from './account-watchers.ts';

interface JudgeChangedDeps extends JudgeCheckedDeps {
  readonly wallets: WalletRepo;
  readonly blocks: Pick<BlockRepo, 'noting'>;
}

/**
 * Lets the rules of each wallet at an address judge a balance that a check has found. Call this before the check stores
 * the balance: a check that dies in between finds and judges the balance again.
 * @param form the address in match form.
 * @param how whether the records of the account explain the balance. Each record judges it then, except that a record
 *   of a tag is none of the wallet without a tag.
 */
export async function judgeChanged(
  deps: JudgeChangedDeps,
  chain: ChainId,
  form: string,
  { hash, ...found }: Omit<CheckedBalance, 'chain' | 'noting'> & { readonly hash: string },
  { isForRecords = false }: { readonly isForRecords?: boolean } = {},
): Promise<void> {
  const checked: CheckedBalance = {
    ...{ chain, ...found },
    noting: (organisation, { id, ...judged }) =>
      deps.blocks.noting(chain, { height: found.height, hash }, { organisation, id, judged }),
  };
  const { ofAccount, sharing } = await accountWatchers(deps, chain, form);
  for (const { organisationId: organisation, walletId } of ofAccount) {
    if (isForRecords && !sharing.has(organisation)) continue;
    await skipDataErrors('balance.judge_failed', { chain, organisation }, () =>
      judgeChecked(deps, organisation, walletId, checked),
    );
  }
}
