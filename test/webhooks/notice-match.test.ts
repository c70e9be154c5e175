import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matches, type StoredMatch, type Subject } from '../../lib/webhooks/notice-match.ts';

const value = fc.constantFrom('a', 'b', 'c');
const values = fc.array(value, { maxLength: 2 });
const Match: fc.Arbitrary<StoredMatch> = fc.record(
  {
    severities: values,
    ruleIds: values,
    ruleTypes: values,
    walletIds: values,
    walletTypes: values,
    walletTags: values,
  },
  { requiredKeys: [] },
);
const About: fc.Arbitrary<Subject> = fc.record({
  rule: fc.option(fc.record({ id: value, ruleType: value, severity: value })),
  wallets: fc.array(fc.record({ id: value, type: value, tags: values }), { minLength: 1, maxLength: 2 }),
});

/** The meaning of a match, written out once more: each field says yes alone. */
function expected(match: StoredMatch, { rule, wallets }: Subject): boolean {
  const says = (wanted: readonly string[] | undefined, having: readonly (string | undefined)[]) =>
    (wanted ?? []).length === 0 || having.some((each) => each !== undefined && wanted?.includes(each));
  const ofRule = [
    says(match.severities, [rule?.severity]),
    says(match.ruleIds, [rule?.id]),
    says(match.ruleTypes, [rule?.ruleType]),
  ];
  const ofWallets = wallets.map(({ id, type, tags = [] }) =>
    [says(match.walletIds, [id]), says(match.walletTypes, [type]), says(match.walletTags, tags)].every(Boolean),
  );
  return ofRule.every(Boolean) && ofWallets.some(Boolean);
}

describe('A match', () => {
  it('compares types of wallets without case, and tags and ids with it', () => {
    const vault: Subject = { rule: null, wallets: [{ id: 'a', type: 'Cold', tags: ['Vault'] }] };
    expect(matches({ walletTypes: ['cOLD'] }, vault)).toBe(true);
    expect(matches({ walletTypes: ['cold', 'hot'], walletTags: ['Vault'] }, vault)).toBe(true);
    expect(
      [{ walletTypes: ['colder'] }, { walletTags: ['vault'] }, { walletIds: ['A'] }].map((m) => matches(m, vault)),
    ).toEqual([false, false, false]);
  });

  it('costs its values once, however many wallets are asked for one after the other', () => {
    let reads = 0;
    const walletIds = ['a', 'b'];
    const values = walletIds[Symbol.iterator].bind(walletIds);
    walletIds[Symbol.iterator] = () => {
      reads += 1;
      return values();
    };
    const about = (id: string): Subject => ({ rule: null, wallets: [{ id, type: 'hot' }] });
    const match = { walletIds };
    expect(['a', 'b', 'c', 'a'].map((id) => matches(match, about(id)))).toEqual([true, true, false, true]);
    expect(reads).toBe(1);
  });

  it('wants any value within a field and all fields, and one of the wallets must meet all its fields', () => {
    fc.assert(fc.property(Match, About, (match, about) => expect(matches(match, about)).toBe(expected(match, about))));
  });

  it('without values wants everything', () => {
    const empty = { severities: [], ruleIds: [], ruleTypes: [], walletIds: [], walletTypes: [], walletTags: [] };
    fc.assert(fc.property(About, (about) => expect([matches({}, about), matches(empty, about)]).toEqual([true, true])));
  });

  it('never wants more when a field gets its first value, and never less when a field gets a further value', () => {
    fc.assert(
      fc.property(Match, About, value, (match, about, more) => {
        const before = match.severities ?? [];
        const after = matches({ ...match, severities: [...before, more] }, about);
        if (before.length === 0) expect(after && !matches(match, about)).toBe(false);
        else expect(matches(match, about) && !after).toBe(false);
      }),
    );
  });

  it('wants a rule of which a field is not known if some value of the field would do', () => {
    const field = fc.constantFrom('id', 'ruleType', 'severity');
    fc.assert(
      fc.property(Match, About, field, (match, { rule, wallets }, unknown) => {
        fc.pre(rule !== null);
        const some = ['a', 'b', 'c'].some((each) => matches(match, { rule: { ...rule, [unknown]: each }, wallets }));
        expect(matches(match, { rule: { ...rule, [unknown]: undefined }, wallets })).toBe(some);
      }),
    );
  });

  it('that names rules wants no notice without a rule', () => {
    expect(matches({ severities: ['critical'] }, { rule: null, wallets: [{ id: 'a', type: 'hot' }] })).toBe(false);
  });
});
