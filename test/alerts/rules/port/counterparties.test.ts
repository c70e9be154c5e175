import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileRule } from '../../../../lib/alerts/rules/compile-rule.ts';
import { type Facts, factsBeside } from '../../../../lib/alerts/rules/port/facts.ts';
import type { Group } from '../../../../lib/alerts/rules/port/groups.ts';
import { conditionErrors } from '../../../../lib/alerts/rules/schema.ts';
import type { RuleType } from '../../../../lib/alerts/rules/types/rule-types.ts';
import type { StoredTransfer } from '../../../../lib/transactions/schema.ts';
import {
  anApproval,
  aTokenTransfer,
  aTransfer,
  evaluated,
  OURS,
  organisation,
  USDC,
} from '../../../support/records.ts';

const others = Array.from({ length: 6 }, (_, n) => `0x${String(n + 1).repeat(40)}`);
const [EXCHANGE = '', BROKER = '', STRANGER = ''] = others;
const SENDS = { direction: 'outbound', from: OURS } as const;

/** What is known: an address list, the address book, and one own wallet that the record of an approval cannot name. */
const lists: Readonly<Record<string, readonly string[]>> = { exchanges: [EXCHANGE], fraud: [BROKER] };
const book: readonly string[] = [EXCHANGE, BROKER];
const own: readonly string[] = [others[3] ?? ''];
const isIn = (address: string, named: string): boolean =>
  named === address ||
  (named === 'address_book' && book.includes(address)) ||
  (named === 'own_wallets' && own.includes(address)) ||
  (named.startsWith('list:') && (lists[named.slice(5)]?.includes(address) ?? false));

const asks: (readonly [readonly string[], readonly string[]])[] = [];
const factsOf = (transaction: ReturnType<typeof evaluated>) =>
  factsBeside({
    organisationId: organisation,
    transaction,
    countRecent: async () => 0,
    wallets: { byId: async () => new Map() },
    parties: {
      async knownAddresses(_, addresses, { lists: names }) {
        asks.push([addresses, names]);
        return new Map(
          addresses.map((address) => {
            const its = names.filter((name) => lists[name]?.includes(address));
            return [address, { isInBook: book.includes(address), lists: new Set(its) }];
          }),
        );
      },
      ownedAmong: async (_, _chain, addresses) => new Set(addresses.filter((each) => own.includes(each))),
      firstDealings: async () => new Set([`out ${STRANGER}`]),
    },
  });

async function matches(ruleType: RuleType, conditions: object, more: Parameters<typeof evaluated>[0]) {
  const [rule, transaction] = [
    compileRule({ ruleType, walletIds: [], conditions: { ...conditions } }),
    evaluated(more),
  ];
  const facts = await factsOf(transaction)(rule.needs ?? {});
  const { matches: isMatch, reasons } = rule.evaluate(transaction, facts);
  expect(rule.matches(transaction, facts)).toBe(isMatch);
  return { isMatch, reasons };
}

describe('The counterparty of a rule', () => {
  it.each<[object, RuleType, object, boolean]>([
    [aTransfer({ ...SENDS, to: EXCHANGE }), 'any_transfer', { counterparty_in: [EXCHANGE] }, true],
    [aTransfer({ ...SENDS, to: EXCHANGE }), 'any_transfer', { counterparty_not_in: [EXCHANGE] }, false],
    [aTransfer({ from: EXCHANGE }), 'inbound_only', { counterparty_in: ['list:exchanges'] }, true],
    [aTransfer({ from: STRANGER }), 'inbound_only', { counterparty_in: ['list:exchanges'] }, false],
    [aTransfer({ ...SENDS, to: STRANGER }), 'outbound_only', { counterparty_not_in: ['address_book'] }, true],
    [aTransfer({ ...SENDS, to: BROKER }), 'outbound_only', { counterparty_not_in: ['address_book'] }, false],
    [aTokenTransfer({ ...SENDS, to: STRANGER }), 'token_transfer', { counterparty_in: [USDC] }, false],
    [
      aTransfer({ ...SENDS, direction: 'internal', to: STRANGER }),
      'any_transfer',
      { counterparty_in: ['own_wallets'] },
      true,
    ],
    [aTransfer({ ...SENDS, to: STRANGER }), 'any_transfer', { first_time: true }, true],
    [aTransfer({ ...SENDS, to: BROKER }), 'any_transfer', { first_time: true }, false],
    [aTransfer({ from: STRANGER }), 'any_transfer', { first_time: true }, false],
  ])('of %j in a rule %s with %j makes it fire: %s', async (transfer, ruleType, conditions, expected) => {
    const token = ruleType === 'token_transfer' ? { token_symbol: 'USDC' } : {};
    const { isMatch } = await matches(ruleType, { ...token, ...conditions }, { transfers: [aTransfer(transfer)] });
    expect(isMatch).toBe(expected);
  });

  it('of an approval is its spender, also an own wallet', async () => {
    const approvals = [anApproval({ spender: own[0] ?? '' })];
    const firesOn = async (conditions: object) => (await matches('approval', conditions, { approvals })).isMatch;
    expect(await firesOn({ counterparty_in: ['own_wallets'] })).toBe(true);
    expect(await firesOn({ counterparty_not_in: ['own_wallets', 'address_book'] })).toBe(false);
    expect(await firesOn({ counterparty_not_in: ['address_book'] })).toBe(true);
  });

  it('is each of those of a sum', async () => {
    const transfers = [
      aTransfer({ ...SENDS, to: EXCHANGE, valueUsd: '600' }),
      aTransfer({ ...SENDS, to: STRANGER, valueUsd: '600' }),
    ];
    const large = { value_usd: { gte: 1000 } };
    const firesOn = async (more: object) =>
      (await matches('large_transfer', { ...large, ...more }, { transfers })).isMatch;
    expect(await firesOn({})).toBe(true);
    expect(await firesOn({ counterparty_not_in: ['list:fraud'] })).toBe(true);
    expect(await firesOn({ counterparty_not_in: ['list:exchanges'] })).toBe(false);
  });

  it('flags every party of a transaction by a list', async () => {
    const { isMatch, reasons } = await matches(
      'address_blacklist',
      { addresses: ['list:fraud', OURS] },
      { transfers: [aTransfer({ from: BROKER, to: STRANGER })], fromAddress: BROKER, toAddress: STRANGER },
    );
    expect(isMatch).toBe(true);
    expect(reasons.at(-1)).toMatchObject({
      expected: 'one of 1 flagged addresses, or of list:fraud',
      actual: [BROKER],
    });
  });

  it('matches as a naive look at sets says', async () => {
    const named = fc.subarray([...others, 'list:exchanges', 'list:fraud', 'list:none', 'address_book', 'own_wallets'], {
      minLength: 1,
    });
    const transfer = fc
      .record({ address: fc.constantFrom(...others), isOut: fc.boolean(), senders: fc.subarray(others) })
      .map(({ address, isOut, senders }): StoredTransfer & { ends: readonly string[]; isOwn: boolean } => {
        const isShared = !isOut && senders.length > 1;
        const ends = isShared ? senders : [address];
        const [end = ''] = ends;
        const stored = isOut ? aTransfer({ ...SENDS, to: end }) : aTransfer({ from: end });
        // What is internal is decided when a record is made: here, when every other end is an own wallet.
        const isOwn = ends.every((each) => own.includes(each));
        return {
          ...stored,
          ...(isShared && { senders: [...senders] }),
          ...(isOwn && { direction: 'internal', side: isOut ? 'sends' : 'receives' }),
          ends,
          isOwn,
        };
      });
    await fc.assert(
      fc.asyncProperty(fc.array(transfer, { minLength: 1, maxLength: 3 }), named, named, async (made, some, none) => {
        const { isMatch } = await matches(
          'any_transfer',
          { counterparty_in: some, counterparty_not_in: none },
          { transfers: made },
        );
        // An own wallet that sends together with others is no own wallet here: the movement is not internal.
        const isOne = (list: string[], isOwn: boolean) => (end: string) =>
          list.some((each) => (each === 'own_wallets' ? isOwn : isIn(end, each)));
        const expected = made.some(
          ({ ends, isOwn }) => ends.every(isOne(some, isOwn)) && !ends.some(isOne(none, isOwn)),
        );
        expect(isMatch).toBe(expected);
      }),
    );
  });

  it('is asked once for all rules of a transaction, and not at all where no rule asks', async () => {
    asks.length = 0;
    const transaction = evaluated({ transfers: [aTransfer({ from: EXCHANGE })] });
    const facts = factsOf(transaction);
    await facts({});
    expect(asks).toEqual([]);
    const wanted: Group[][] = [['list:fraud'], ['address_book'], ['list:exchanges', 'list:fraud']];
    const answers: Facts[] = await Promise.all(wanted.map((counterparties) => facts({ counterparties })));
    await facts({ counterparties: ['list:exchanges'] });
    expect(asks).toEqual([[[EXCHANGE], ['fraud', 'exchanges']]]);
    expect(answers.map(({ counterparties }) => counterparties?.get(EXCHANGE))).toEqual(
      wanted.map(() => new Set(['list:exchanges', 'address_book'])),
    );
  });
});

it.each([
  ['any_transfer', { counterparty_in: [] }, 'conditions.counterparty_in'],
  ['any_transfer', { counterparty_in: [EXCHANGE, 'list:Big'] }, 'conditions.counterparty_in.1'],
  ['approval', { counterparty_not_in: ['everybody'] }, 'conditions.counterparty_not_in.0'],
  [
    'large_transfer',
    { value_usd: { gte: 1 }, counterparty_in: Array(101).fill(EXCHANGE) },
    'conditions.counterparty_in',
  ],
  ['any_transfer', { first_time: false }, 'conditions.first_time'],
  ['address_blacklist', { addresses: ['own_wallets'] }, 'conditions.addresses.0'],
] as const)('A rule %s refuses %j on its path', (ruleType, conditions, path) => {
  expect(conditionErrors(ruleType, conditions).map((error) => error.path)).toEqual([path]);
});
