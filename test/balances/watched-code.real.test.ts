import { describe, expect, it } from '@jest/globals';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { quiet } from '../support/quiet.ts';
import { SENDER } from '../support/scenario.ts';
import { STRANGER } from '../watch/payments.ts';
import { checkedScenario, checking, notified } from './checked.ts';
import { balancesOf, chainOfChanges, changing } from './made-balances.ts';

quiet();

/** What the nodes say of the code of addresses: how many have code. */
type Told = (addresses: readonly string[]) => number | undefined;
const none: Told = () => 0;
const all: Told = ({ length }) => length;

/** Two watched wallets without code after their first check, and what the watcher takes for true at each request. */
async function begun() {
  const chain = chainOfChanges(changing(), changing());
  const made = balancesOf(chain).reader;
  const node: { says: Told; isDown: boolean } = { says: none, isDown: false };
  /** What the watcher knew when it asked for balances. */
  const meanwhile: (boolean | undefined)[] = [];
  let knows: () => Promise<boolean | undefined> = async () => undefined;
  const reader: ChainReader = {
    ...made,
    async accounts(addresses, at, signal) {
      meanwhile.push(await knows());
      if (node.isDown || made.accounts === undefined) throw new ChainUnavailableError('anvil', 'the node is down');
      return { ...(await made.accounts(addresses, at, signal)), withCode: node.says(addresses) };
    },
  };
  const first = await checkedScenario(reader);
  const { deps, scenario, cursor, balances } = first;
  await first.run({ start: 0 });
  for (const address of [SENDER, STRANGER]) await notified(scenario, address);
  /** Whether a process takes it for true that a watched address has code, where so many blocks were traced. */
  const knownTo = async (process: Pick<typeof first, 'watchesCode'>, tracedFrom: number | null = null) => {
    const at = await cursor();
    return at === null ? undefined : process.watchesCode({ ...at, tracedFrom });
  };
  knows = () => knownTo(first);
  /** Scans a new block and checks. */
  const checked = async (...[run]: Parameters<typeof first.run>) => {
    chain.append(changing());
    meanwhile.length = 0;
    await first.run(run);
  };
  /** A check that ends before it investigates a hidden payment, as when the run is over. */
  const sampled = async () => {
    chain.append(changing({ by: 'hidden', to: SENDER, amount: '1' }));
    let left = 1;
    await checked({ proceed: async () => left-- > 0 });
  };
  /** Scans from now on, after a gap that no check covers. */
  const resumed = async () => {
    for (let n = 0; n < 5; n++) chain.append(changing());
    await first.watcher.cursors.resume('anvil', chain.head);
  };
  await checked();
  const stored = async () => (await balances.lastCheck('anvil', chain.head))?.watchesCode;
  return {
    ...{ ...first, chain, node, meanwhile, checked, sampled, resumed, stored },
    known: () => knownTo(first),
    knownTo,
    another: () => checking(deps, scenario, reader),
  };
}

describe('whether a watched address has code', () => {
  it('is unknown before the first block of a chain', async () => {
    const { another, cursor } = await begun();
    const at = await cursor();
    expect(at && (await another().watchesCode({ ...at, from: 0, height: -1, tracedFrom: null }))).toBe(false);
  });

  it('stays known while the checks that found the code do not finish', async () => {
    const { node, meanwhile, checked, sampled, known, stored } = await begun();
    expect([await known(), await stored()]).toEqual([false, false]);
    node.says = all;
    await sampled();
    expect([await known(), await stored()]).toEqual([true, false]);
    await sampled();
    expect(new Set(meanwhile)).toEqual(new Set([true]));
    node.isDown = true;
    await expect(checked()).rejects.toThrow('the node is down');
    expect(await known()).toBe(true);
    node.isDown = false;
    node.says = none;
    await checked();
    expect([await known(), await stored()]).toEqual([false, false]);
  });

  it('is what another process has learned since', async () => {
    const { chain, node, another, knownTo, checked, known } = await begun();
    node.says = all;
    chain.append(changing());
    const other = another();
    await other.run();
    expect([await knownTo(other), await known()]).toEqual([true, false]);
    node.isDown = true;
    await expect(checked()).rejects.toThrow('the node is down');
    expect(await known()).toBe(true);
  });

  it('stays known when no check is left of the range that is scanned', async () => {
    const { node, checked, resumed, known, meanwhile, another, knownTo } = await begun();
    node.says = all;
    await checked();
    await resumed();
    await checked();
    expect(new Set(meanwhile)).toEqual(new Set([true]));
    expect(await known()).toBe(true);
    // A process that finds no check goes on as the process before.
    await resumed();
    const next = another();
    await next.run({ proceed: async () => false });
    expect([await knownTo(next, 0), await knownTo(next, null)]).toEqual([true, false]);
  });

  it('stays known when the nodes do not say of some addresses, and of the others that none has code', async () => {
    const { node, checked, known, stored, another, knownTo } = await begun();
    const ofSender = (told: number | undefined, others: number | undefined): Told => {
      return ([address]) => (address === SENDER ? told : others);
    };
    node.says = all;
    await checked({ atOnce: 1 });
    for (const [told, others] of [
      [undefined, 0],
      [0, undefined],
      [undefined, undefined],
    ] as const) {
      node.says = ofSender(told, others);
      await checked({ atOnce: 1 });
      expect([await known(), await stored()]).toEqual([true, true]);
    }
    node.says = ofSender(0, 0);
    await checked({ atOnce: 1 });
    expect([await known(), await stored()]).toEqual([false, false]);
    node.says = ofSender(undefined, 0);
    await checked({ atOnce: 1 });
    expect([await known(), await stored()]).toEqual([false, false]);
    node.says = ofSender(undefined, 1);
    await checked({ atOnce: 1 });
    expect([await known(), await stored()]).toEqual([true, true]);
    expect(await knownTo(another())).toBe(true);
  });

  it('is unknown where no node ever says it, so that a process goes on as the process before', async () => {
    const { node, resumed, another, knownTo, stored } = await begun();
    node.says = () => undefined;
    await resumed();
    const next = another();
    await next.run();
    expect(await stored()).toBeUndefined();
    for (const process of [next, another()]) {
      expect([await knownTo(process, 0), await knownTo(process, null)]).toEqual([true, false]);
    }
  });
});
