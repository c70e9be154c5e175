import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { encodeBase58 } from 'ethers';
import fc from 'fast-check';
import { decisionsOn, eventIdOf } from '../../../lib/alerts/evaluation/decision.ts';
import { compileRule } from '../../../lib/alerts/rules/compile-rule.ts';
import type { CountedRule } from '../../../lib/alerts/rules/schema.ts';
import type { Approval, AuthorityChange, DecodedTransaction, Movement } from '../../../lib/chains/port/chain.ts';
import type { PriceSource } from '../../../lib/prices/price.ts';
import { recordTransaction } from '../../../lib/transactions/store.ts';
import { walletMatchesOf } from '../../../lib/watch/wallet-matches.ts';
import { testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { aDecoded, blockHash } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import { hashOf, makeScenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

/*
 * A stranger hides one real effect among up to 5,000 fakes: movements and approvals of worthless tokens in the name of
 * the wallet, and changes of authority that no rule names. The rules that match the real effect alone fire, whatever
 * the fakes are and in whatever order the transaction states them.
 */
quiet();

const MOST_FAKES = 5_000;
const bytesOf = (text: string, length: number): Buffer =>
  createHash('shake256', { outputLength: length }).update(text).digest();

/** How a family spells what a test needs. */
interface Family {
  readonly chain: string;
  readonly standard: string;
  /** A different address for each text. */
  address(text: string): string;
  token(text: string): string;
}
const evm = (text: string) => `0x${bytesOf(text, 20).toString('hex')}`;
const solana = (text: string) => encodeBase58(bytesOf(text, 32));
const xrp = (text: string) => `r${encodeBase58(bytesOf(text, 24))}`;
const FAMILIES: readonly Family[] = [
  { chain: 'ethereum', standard: 'ERC-20', address: evm, token: evm },
  { chain: 'solana', standard: 'SPL', address: solana, token: solana },
  { chain: 'xrp', standard: 'issued', address: xrp, token: xrp },
];

const KINDS = ['movement', 'approval', 'change'] as const;
type Effect = Pick<DecodedTransaction, 'movements' | 'approvals' | 'authority'>;

interface Plan {
  readonly family: Family;
  readonly real: (typeof KINDS)[number];
  readonly fakes: number;
  readonly contracts: number;
  /** Where the real effect stands among the fakes, from 0 to 1. */
  readonly place: number;
  readonly seed: number;
}
const plans = fc.record<Plan>({
  family: fc.constantFrom(...FAMILIES),
  real: fc.constantFrom(...KINDS),
  fakes: fc.oneof(fc.constant(MOST_FAKES), fc.integer({ min: 0, max: MOST_FAKES })),
  contracts: fc.integer({ min: 1, max: MOST_FAKES }),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.integer(),
});

const walletOf = ({ chain, address }: Family) => address(`wallet on ${chain}`);
const realToken = ({ chain, token }: Family) => token(`real token on ${chain}`);
const THIEF = 'thief';

function realEffect(family: Family, kind: Plan['real']): Effect {
  const [wallet, thief] = [walletOf(family), family.address(THIEF)];
  const token = { asset: 'REAL', tokenAddress: realToken(family), tokenId: null, standard: family.standard };
  const movement: Movement = { ...token, from: wallet, to: thief, amount: '2500', origin: 'log' };
  const rest = { unlimited: true, approved: true, expiresAt: null };
  const approval: Approval = { ...token, owner: wallet, spender: thief, amount: '9', ...rest };
  const change: AuthorityChange = { kind: 'owner_added', subject: wallet, before: null, after: thief };
  return {
    movements: kind === 'movement' ? [movement] : [],
    approvals: kind === 'approval' ? [approval] : [],
    authority: kind === 'change' ? [change] : [],
  };
}

/** The nth fake of a plan, random by its seed. */
function fakeEffect({ family, contracts, seed }: Plan, n: number): Effect {
  const random = bytesOf(`${seed} ${n}`, 8);
  const [wallet, other] = [walletOf(family), family.address(`stranger ${random[0]}`)];
  const contract = random.readUInt16BE(1) % contracts;
  const isSingle = family.standard === 'ERC-20' && (random[3] ?? 0) < 32;
  const token = {
    asset: `FAKE${contract}`,
    tokenAddress: family.token(`fake token ${contract}`),
    tokenId: isSingle ? String(n) : null,
    standard: isSingle ? 'ERC-721' : family.standard,
  };
  const ends = (random[4] ?? 0) < 128 ? { from: wallet, to: other } : { from: other, to: wallet };
  const amount = String(random.readUInt16BE(5) * 10 ** 9);
  const kind = KINDS[(random[7] ?? 0) % KINDS.length];
  const rest = { unlimited: true, approved: true, expiresAt: null };
  return {
    movements: kind === 'movement' ? [{ ...token, ...ends, amount, origin: 'log' }] : [],
    approvals: kind === 'approval' ? [{ ...token, owner: wallet, spender: other, amount, ...rest }] : [],
    authority: kind === 'change' ? [{ kind: 'threshold_changed', subject: wallet, before: null, after: amount }] : [],
  };
}

/** The transaction of a plan: the fakes in order, with the real effect at its place. */
function transactionOf(plan: Plan, hash: string, withFakes: boolean): DecodedTransaction {
  const fakes = withFakes ? Array.from({ length: plan.fakes }, (_, n) => fakeEffect(plan, n)) : [];
  const effects = fakes.toSpliced(Math.round(plan.place * fakes.length), 0, realEffect(plan.family, plan.real));
  return aDecoded({
    chain: plan.family.chain,
    hash,
    fromAddress: plan.family.address(THIEF),
    toAddress: plan.family.address('drainer'),
    kind: 'contract_call',
    movements: effects.flatMap(({ movements }) => movements),
    approvals: effects.flatMap(({ approvals = [] }) => approvals),
    authority: effects.flatMap(({ authority = [] }) => authority),
  });
}

describe('the rules of an organisation', () => {
  let scenario: Awaited<ReturnType<typeof makeScenario>>;
  let record: (transaction: DecodedTransaction, family: Family) => ReturnType<typeof recordTransaction>;
  const rules: CountedRule[] = [];

  beforeAll(async () => {
    const deps = testDeps(await makeTable());
    scenario = await makeScenario(deps);
    const { organisation, recording, evaluation } = scenario;
    const rule = async (ruleType: string, conditions: object) =>
      rules.push(await scenario.makeRule({ name: `rule ${rules.length}`, ruleType, conditions, cooldownMinutes: 0 }));
    await rule('large_transfer', { value_usd: { gte: 1000 } });
    await rule('outbound_only', { token_symbol: 'REAL' });
    await rule('approval', { token_symbol: 'REAL', unlimited: true });
    await rule('authority_change', { kinds: ['owner_added', 'module_enabled'] });
    await rule('large_transfer', { value_usd: { gte: 1000 }, direction: 'inbound' });
    for (const family of FAMILIES) {
      await scenario.makeWallet({ label: family.chain, address: walletOf(family), chains: [family.chain] });
      await rule('token_transfer', { token_address: realToken(family) });
    }
    const priced = new Set<string | null>(FAMILIES.map(realToken));
    const prices: PriceSource = {
      pricesAt: async (assets) =>
        assets.map(({ tokenAddress }) =>
          priced.has(tokenAddress) ? { status: 'known', usd: '1' } : { status: 'unpriced' },
        ),
    };
    record = async (transaction, family) => {
      const inBlock = { transaction, undecoded: null, blockHash: blockHash('a') };
      const address = walletOf(family);
      const [match] = await walletMatchesOf(evaluation.wallets, organisation, [{ address, inBlock }]);
      if (match === undefined) throw new Error('the transaction touches no wallet');
      return recordTransaction({ ...recording, prices }, organisation, match.draft);
    };
  });

  /** The rules that fired, with the effects that their alerts show. */
  async function firedBy(id: string) {
    const { evaluation, organisation } = scenario;
    const decisions = await decisionsOn(evaluation.table, organisation, id);
    return Promise.all(
      decisions.map(async (decision) => {
        const { ruleId, transaction } = await evaluation.events.get(organisation, eventIdOf(decision));
        if (transaction === null) throw new Error('the alert has no transaction');
        const { transfers, approvals, authority } = transaction;
        return { ruleId, outcome: decision.outcome, shown: [...transfers, ...approvals, ...authority] };
      }),
    );
  }

  it('that match a real effect alone fire among any fakes, and their alerts show the effect', async () => {
    let count = 0;
    const property = fc.asyncProperty(plans, async (plan) => {
      const { transaction: lone } = await record(transactionOf(plan, hashOf(count++), false), plan.family);
      const [real] = [...lone.transfers, ...lone.approvals, ...lone.authority];
      const { isOwner: _, ...effect } = { isOwner: null, ...real };
      const expected = rules.filter((rule) => compileRule(rule).matches(lone, {})).map(({ id }) => id);
      const { transaction } = await record(transactionOf(plan, hashOf(count++), true), plan.family);
      await scenario.evaluate(transaction);
      const fired = await firedBy(transaction.id);
      expect(fired.map(({ ruleId }) => ruleId).sort()).toEqual([...expected].sort());
      expect(fired.length).toBeGreaterThan(0);
      for (const { shown } of fired) expect(shown).toContainEqual(expect.objectContaining(effect));
    });
    await fc.assert(property, { numRuns: runs(6, 200), seed: 1 });
  });
});
