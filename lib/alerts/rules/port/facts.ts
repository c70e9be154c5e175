import type { StoredTransaction } from '../../../transactions/schema.ts';
import type { OrganisationId } from '../../../values/ids.ts';
import { memoBy } from '../../../values/memo.ts';
import type { BalanceQuestion, JudgedBalance } from './balance-question.ts';
import { asked, type Group, groupsOf, type PartySource } from './groups.ts';
import type { Left, LeftQuestion } from './left.ts';
import { counterpartiesIn, type Parties, partiesOf } from './parties.ts';
import type { Member } from './wallet-selector.ts';

type Counted = Pick<StoredTransaction, 'id' | 'walletId' | 'blockTimestamp'>;

/** A transaction, and where the facts beside it are. */
export interface FactSource {
  readonly organisationId: OrganisationId;
  /** With all effects of the transaction. */
  readonly transaction: Counted & Parties & Pick<StoredTransaction, 'chain' | 'unsigned'>;
  /** See `recentCounts`. */
  countRecent(organisationId: OrganisationId, transaction: Counted, windowMinutes: number): Promise<number>;
  readonly wallets: {
    byId(organisationId: OrganisationId, ids: readonly string[]): Promise<ReadonlyMap<string, Member>>;
  };
  readonly parties: PartySource;
  /** Absent in an evaluation, which finds what left for each rule anew: see `judgeLeft`. */
  left?(question: LeftQuestion): Promise<Left>;
}

/**
 * Every fact beside the transaction that a rule type may need: what the rule asks, and how the answer is found, once
 * for each question. A new fact is an entry here, its source above, and the rule type that states it in `needs`.
 */
const finders = ({ organisationId, transaction, countRecent, wallets, parties, left }: FactSource) => ({
  /** How many transactions of the wallet so many minutes contain, including this transaction at their end. */
  recentCount: memoBy((windowMinutes: number) => countRecent(organisationId, transaction, windowMinutes)),
  /** The type and the tags that the wallet of the transaction has now; null for a wallet that does not exist. */
  wallet: memoBy(async (_: 'now') => {
    const { walletId } = transaction;
    return (await wallets.byId(organisationId, [walletId])).get(walletId) ?? null;
  }),
  /** Which groups contain the other ends of the transfers, and the spenders of what the wallet approves. */
  counterparties: asked((of: ReadonlySet<Group>) =>
    groupsOf(parties, organisationId, transaction.chain, counterpartiesIn(transaction), of),
  ),
  /** Which groups contain the addresses that take part. */
  parties: asked((of: ReadonlySet<Group>) => {
    const addresses = partiesOf(transaction).map(({ address }) => address);
    return groupsOf(parties, organisationId, transaction.chain, addresses, of);
  }),
  /** The names of the dealings (lib/transactions/dealings.ts) that are the first of the wallet with a counterparty. */
  firsts: memoBy((_: true) => parties.firstDealings(organisationId, transaction)),
  /** What left in the window that ends at this transaction. */
  left: memoBy(async (question: LeftQuestion) => left?.(question)),
  /** What happened to the balance of the wallet. An evaluation judges it for each rule anew: see `judgeBalance`. */
  balance: async (_: BalanceQuestion): Promise<JudgedBalance | undefined> => undefined,
});

type Finders = ReturnType<typeof finders>;
type Fact = keyof Finders;

/** What the conditions of a rule ask. */
export type Needs = { readonly [F in Fact]?: Parameters<Finders[F]>[0] };

/** Everything that several conditions ask. */
export function allNeeds(all: readonly Needs[]): Needs {
  const merged: Needs = Object.fromEntries(all.flatMap((needs) => Object.entries(needs)));
  const counterparties = all.flatMap((needs) => needs.counterparties ?? []);
  return counterparties.length === 0 ? merged : { ...merged, counterparties };
}

/** The answers to what a rule asks. */
export type Facts = { readonly [F in Fact]?: Awaited<ReturnType<Finders[F]>> };

/**
 * Finds the facts beside a transaction that rules need, each once, however many rules need it. The answer has only what
 * was asked, so that two answers can be joined.
 */
export function factsBeside(source: FactSource): (needs: Needs) => Promise<Facts> {
  const find: { readonly [F in Fact]: (need: Parameters<Finders[F]>[0]) => ReturnType<Finders[F]> } = finders(source);
  const answer = async <F extends Fact>(fact: F, need: Needs[F]) =>
    need === undefined ? undefined : await find[fact](need);
  const names = Object.keys(find).filter((name): name is Fact => name in find);
  return async (needs) => {
    const asked = names.filter((fact) => needs[fact] !== undefined);
    return Object.fromEntries(await Promise.all(asked.map(async (fact) => [fact, await answer(fact, needs[fact])])));
  };
}
