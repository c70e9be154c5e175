import { isDeepStrictEqual } from 'node:util';
import { plusSeconds } from '../../lib/values/time.ts';
import { overdueEntries } from '../support/due.ts';
import { USDC } from '../support/records.ts';
import { SENDER } from '../support/scenario.ts';
import { allNatives, allTokens } from './all-balances.ts';
import { checkedScenario, notified } from './checked.ts';
import { balancesOf, type Change, chainOfChanges, changing } from './made-balances.ts';

/** A change of the balance of the wallet. */
export const pays = (by: Change['by'], amount: string): Change => ({ by, to: SENDER, amount });

/** A token that takes a fee from the payment. */
const taxed: Change = { ...pays('plain', '10'), token: USDC, arriving: '9.5' };

/** What happens to a wallet after its first check: a change that nothing explains, and payments. */
const blocksOf = (tokens: readonly Change[]) => [
  [pays('none', '3')],
  [pays('plain', '1'), pays('hidden', '7'), ...tokens],
  [],
];

/** A wallet after its first check, on a chain with a change of each kind that no process has scanned. */
export async function oneOfEach(tokens: readonly Change[] = [taxed]) {
  const chain = chainOfChanges(changing(), changing());
  const { reader } = balancesOf(chain);
  const { deps, scenario, ...watcher } = await checkedScenario(reader);
  await watcher.run({ start: 0 });
  const wallet = await notified(scenario, SENDER);
  chain.append(changing());
  await watcher.run();
  for (const each of blocksOf(tokens)) chain.append(changing(...each));
  return { chain, reader, deps, scenario, wallet, ...watcher };
}

type Outcome = Omit<Awaited<ReturnType<typeof oneOfEach>>, 'chain' | 'reader' | 'wallet'>;

/** What an organisation sees: the records, the balance, the differences and the notices. */
export async function outcome({ deps, scenario, recorded, found, evaluated, reports, amounts, balances }: Outcome) {
  const events = await evaluated();
  const open = (await found()).filter(({ status }) => status === 'open');
  const tokens = await allTokens(balances, 'anvil');
  const native = await allNatives(balances, 'anvil');
  const compared = [...native, ...tokens];
  const kept = compared.flatMap((balance) => (balance.open ?? []).map(({ id }) => id));
  const sent = await reports();
  const queued = new Set(scenario.queue.sent.map(({ deliveryId }) => deliveryId));
  const late = await overdueEntries(deps.table, 'DELIVERY', plusSeconds(deps.now(), 1));
  const isSure = (id: string) => queued.has(id) || late.some((entry) => entry.id === id);
  return {
    records: (await recorded()).map(({ source, tokenAmount }) => `${source} ${tokenAmount}`).sort(),
    events: events.length,
    balance: Object.values(await amounts()),
    tokens: tokens.map(({ amount, moved }) => [amount, moved]),
    open: open.map(({ difference }) => difference).sort(),
    reports: sent.map(({ channel }) => channel.kind).sort(),
    isSure: sent.every(({ id }) => isSure(id)),
    // The next checks try to explain exactly the open differences.
    isKept: isDeepStrictEqual(kept.toSorted(), open.map(({ id }) => id).toSorted()),
  };
}

/** What an organisation must see, whatever happens to the processes. */
export const RIGHT = {
  records: ['reconcile 7', 'watch 1', 'watch 10'],
  events: 3,
  balance: ['1011'],
  tokens: [['9.5', '0']],
  open: ['-0.5', '3'],
  reports: ['email', 'email', 'webhook', 'webhook'],
  isSure: true,
  isKept: true,
};
