import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { heldSinceOn } from '../../lib/balances/held-since.ts';
import { RECEIVER } from '../support/scenario.ts';
import { STRANGER } from '../watch/payments.ts';
import { type CheckRun, checkedScenario } from './checked.ts';
import { balancesOf, type Change, chainOfChanges, changing } from './made-balances.ts';

/** The balance changes, and no transaction says so. The wallet begins with 1,000 ETH. */
export const lost = (amount: string): Change => ({ by: 'none', from: RECEIVER, to: STRANGER, amount });
export const gained = (amount: string): Change => ({ by: 'none', to: RECEIVER, amount });
export const paid = (amount: string, token?: string): Change => ({
  by: 'plain',
  from: RECEIVER,
  to: STRANGER,
  amount,
  token,
});

export const BELOW_900 = { asset: 'native', below: 900 };

/** A wallet that is watched and not yet checked, and a rule about its balance. */
export async function watched(conditions: object = BELOW_900, more: object = {}, checks: CheckRun = {}) {
  const chain = chainOfChanges(changing(), changing());
  const { reader } = balancesOf(chain);
  const checked = await checkedScenario(reader);
  const { deps, scenario, run } = checked;
  await run({ start: 0 });
  const wallet = await scenario.makeWallet({ label: 'Treasury', address: RECEIVER, chains: ['anvil'] });
  await scenario.makeRule({ name: 'Little left', ruleType: 'balance', conditions, ...more });
  const evaluating = { ...evaluationDeps(deps, scenario.queue), heldSince: heldSinceOn(deps) };
  /** Evaluates every record, as the stream does. */
  async function evaluate(): Promise<void> {
    for (const record of await checked.recorded()) await scenario.evaluate(record, evaluating);
  }
  /** What was told and not retracted, the oldest first. */
  const told = async () =>
    (await scenario.allEvents())
      .filter(({ retractedAt }) => retractedAt === null)
      .toReversed()
      .map(({ transactionId, subject }) => [transactionId === null ? 'check' : 'record', subject?.level]);
  return {
    ...checked,
    chain,
    reader,
    wallet,
    /** A block has these changes, and a check follows. */
    async later(...changes: readonly Change[]) {
      deps.advance(1);
      chain.append(changing(...changes));
      await run(checks);
    },
    /** As many blocks and one more replace the last blocks. The last of them has these changes. A check follows. */
    async replaced(depth: number, ...changes: readonly Change[]) {
      deps.advance(1);
      chain.reorg(depth, [...Array.from({ length: depth }, () => changing()), changing(...changes)]);
      await run(checks);
    },
    /**
     * As many blocks and one more replace the last blocks, and are scanned without a check. Then the replaced blocks
     * return, and a block with these changes comes after them.
     */
    async returned(depth: number, ...changes: readonly Change[]) {
      const branch = chain.links;
      deps.advance(1);
      chain.reorg(
        depth,
        Array.from({ length: depth + 1 }, () => changing()),
      );
      await checked.all();
      const meanwhile = await told();
      deps.advance(1);
      chain.return(branch);
      chain.append(changing(...changes));
      // The records of a block are evaluated before the next block comes.
      await checked.all({ proceed: () => evaluate().then(() => true) });
      await run(checks);
      return meanwhile;
    },
    evaluate,
    told,
  };
}
