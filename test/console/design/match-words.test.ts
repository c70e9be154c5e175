import { describe, expect, it } from '@jest/globals';
import { eventNoun, heardWords, isSameMatch, type Match, USUAL_EVENTS } from '../../../console/design/match-words.ts';

const names = {
  ruleName: (id: string) => new Map([['r1', 'Large payments']]).get(id),
  walletLabel: (id: string) => new Map([['w1', 'Treasury']]).get(id),
};
const sentence = (match: Match, events: readonly string[] = USUAL_EVENTS) =>
  heardWords(match, events, names)
    .map(({ text }) => text)
    .join('');

describe('What a destination hears, in words,', () => {
  it.each<[string, Match]>([
    ['All alerts', {}],
    ['All alerts', { severities: [], walletIds: [] }],
    ['Critical alerts of 2 wallets', { severities: ['critical'], walletIds: ['w1', 'w2'] }],
    ['Warning and critical alerts', { severities: ['warning', 'critical'] }],
    ['Alerts by the rule “Large payments”, of the wallet “Treasury”', { ruleIds: ['r1'], walletIds: ['w1'] }],
    ['Alerts by 1 rule', { ruleIds: ['gone'] }],
    ['Alerts by the rule type “NFT transfer”', { ruleTypes: ['nft_transfer'] }],
    ['Alerts of the wallet type “multisig”, of 2 wallet tags', { walletTypes: ['multisig'], walletTags: ['a', 'b'] }],
  ])('is “%s”', (expected, match) => {
    expect(sentence(match)).toBe(expected);
  });

  it.each<[string, readonly string[], Match]>([
    ['All alerts without their retractions', ['alert.fired'], {}],
    ['All alerts and differences of balances', [...USUAL_EVENTS, 'coverage.difference'], {}],
    ['All alerts and acknowledgements', ['ping', 'alert.acknowledged', ...USUAL_EVENTS], {}],
    ['Differences of balances of the wallet “Treasury”', ['coverage.difference'], { walletIds: ['w1'] }],
    // Only alerts have a severity: the service sends such a destination nothing else.
    ['Critical alerts', [...USUAL_EVENTS, 'coverage.difference'], { severities: ['critical'] }],
    ['Nothing', ['coverage.difference'], { severities: ['critical'] }],
    ['Nothing', ['ping'], {}],
  ])('is “%s” when it asks for %j', (expected, events, match) => {
    expect(sentence(match, events)).toBe(expected);
  });

  it('tells the words of other people from its own', () => {
    const words = heardWords({ walletIds: ['w1'] }, USUAL_EVENTS, names);
    expect(words.filter(({ isForeign }) => isForeign === true)).toEqual([{ text: 'Treasury', isForeign: true }]);
  });
});

describe('Two choices of what is heard', () => {
  it('are the same when their fields have the same values, in any order', () => {
    expect(isSameMatch({ severities: ['info', 'critical'], ruleIds: [] }, { severities: ['critical', 'info'] })).toBe(
      true,
    );
    expect(isSameMatch({ severities: ['info'] }, { ruleIds: ['info'] })).toBe(false);
    expect(isSameMatch({}, { walletTags: ['a'] })).toBe(false);
  });
});

it('An event for people has words in place of its name in the API, also an event of a later release', () => {
  expect(['alert.fired', 'alert.retracted', 'wallet.throttled', 'of.the_future'].map(eventNoun)).toEqual([
    'alerts',
    'retractions',
    'wallets that have to wait',
    'Of the future',
  ]);
});
