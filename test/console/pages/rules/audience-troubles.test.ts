import { describe, expect, it } from '@jest/globals';
import {
  hearing,
  switchWarnings,
  troublesOf,
  troublesOfRule,
} from '../../../../console/pages/rules/audience-troubles.ts';

type Receivers = Parameters<typeof troublesOf>[0];
type Webhook = Receivers['webhooks'][number];
type Destination = Receivers['destinations'][number];
type Rule = Parameters<typeof troublesOfRule>[1];

const AT = '2026-03-01T11:00:00.000Z';
const OWNER = 'Turned off by the organisation';
const webhook = (description: string, more: Partial<Webhook> = {}): Webhook => ({
  ...{ id: description, description, url: 'https://a.example', events: ['alert.fired'], payload: 'standard' },
  ...{ match: {}, headers: {}, isActive: true, disabledReason: null, consecutiveFailures: 3, failingSince: AT },
  ...{ lastSuccessAt: null, lastFailureAt: AT, lastError: 'refused', createdAt: AT, updatedAt: AT },
  ...more,
});
const destination = (name: string, more: Partial<Destination> = {}): Destination => ({
  ...{ id: name, name, kind: 'slack', config: {}, match: {}, isActive: false, disabledReason: 'gone' },
  ...{ createdAt: AT, updatedAt: AT },
  ...more,
});
const email = (address: string, status: 'pending' | 'confirmed') => ({ address, status, since: AT, reason: null });
const rule = (more: Partial<Rule> = {}): Rule => ({
  ...{
    id: 'r1',
    ruleType: 'any_transfer',
    severity: 'critical',
    wallets: { ids: [], tags: [], types: [] },
    notifyEmail: true,
  },
  ...more,
});
const said = (receivers: Partial<Receivers>) =>
  troublesOf({ webhooks: [], destinations: [], mail: undefined, ...receivers }).map(({ name, text }) => [name, text]);

describe('Where nothing arrives', () => {
  it('are webhooks that fail or that the service turned off, and not those that their owner turned off', () => {
    const webhooks = [
      webhook('Old SIEM'),
      webhook('Gone', { isActive: false, disabledReason: 'gone' }),
      webhook('Quiet', { isActive: false, disabledReason: OWNER }),
      webhook('Fine', { consecutiveFailures: 0 }),
    ];
    expect(said({ webhooks })).toEqual([
      ['Old SIEM', 'fails'],
      ['Gone', 'is off'],
    ]);
  });

  it('are destinations that the service turned off, and e-mail addresses that nobody confirmed', () => {
    const on = { isActive: true, disabledReason: null };
    const destinations = [
      destination('Council'),
      destination('Quiet', { disabledReason: OWNER }),
      destination('Team', { ...on, kind: 'email', config: { address: 'new@example.com' } }),
      destination('Desk', { ...on, kind: 'email', config: { address: 'desk@example.com' } }),
    ];
    const emailStatus = [email('new@example.com', 'pending'), email('desk@example.com', 'confirmed')];
    expect(said({ destinations, mail: { emails: [], emailStatus } })).toEqual([
      ['Council', 'is off'],
      ['Team', 'is not confirmed'],
    ]);
    expect(said({ mail: { emails: ['new@example.com'], emailStatus } })).toEqual([[null, 'e-mail not confirmed']]);
    expect(said({ mail: { emails: ['new@example.com', 'desk@example.com'], emailStatus } })).toEqual([]);
    expect(said({ mail: { emails: [], emailStatus } })).toEqual([]);
  });
});

describe('The receivers in trouble of a rule', () => {
  const wallets = [
    { id: 'w1', type: 'cold', tags: [] },
    { id: 'w2', type: 'hot', tags: ['vault'] },
  ];
  const troublesWith = (match: Destination['match'], of: Rule) =>
    troublesOfRule(
      troublesOf({ webhooks: [], destinations: [destination('A', { match })], mail: undefined }),
      of,
      wallets,
    );

  it.each<[Destination['match'], Partial<Rule>, boolean]>([
    [{}, {}, true],
    [{ severities: ['critical'], ruleTypes: ['any_transfer'] }, {}, true],
    [{ severities: ['info'] }, {}, false],
    [{ ruleIds: ['r2'] }, {}, false],
    [{ events: ['alert.resolved'] }, {}, false],
    [{ walletTypes: ['cold'] }, {}, true],
    [{ walletTypes: ['cold'] }, { wallets: { ids: ['w2'], tags: [], types: [] } }, false],
    [{ walletTypes: ['hot'] }, { wallets: { ids: [], tags: ['vault'], types: [] } }, true],
    [{ walletIds: ['w2'], walletTags: ['vault'] }, {}, true],
    [{ walletIds: ['w1'], walletTags: ['vault'] }, {}, false],
  ])('are those whose match %j concerns the rule %j: %s', (match, more, concerns) => {
    expect(troublesWith(match, rule(more)).length).toBe(concerns ? 1 : 0);
  });

  it('include the e-mail addresses of the settings while the rule sends e-mails', () => {
    const mail = { emails: ['new@example.com'], emailStatus: [email('new@example.com', 'pending')] };
    const troubles = troublesOf({ webhooks: [], destinations: [], mail });
    expect(troublesOfRule(troubles, rule(), wallets)).toHaveLength(1);
    expect(troublesOfRule(troubles, rule({ notifyEmail: false }), wallets)).toHaveLength(0);
  });
});

describe('How many hear of a rule', () => {
  it('is counted among the receivers of the API, without those where nothing arrives', () => {
    const off = { kind: 'webhook', id: 'w1', name: 'Books', text: 'fails', match: {} };
    expect(hearing(1400, [])).toBe('1,400 of 1,400');
    expect(hearing(4, [off])).toBe('3 of 4');
    expect(hearing(0, [off])).toBe('0 of 0');
  });
});

describe('Beside a switch of a rule', () => {
  const mail = { kind: 'email', id: null };
  const silent = [
    { kind: 'slack', toggle: 'notifySlack', name: 'Slack', text: 'The settings have no Slack URL.' },
  ] as const;

  it('stands that the settings lack what it would send to, unless somebody hears', () => {
    expect([...switchWarnings({ members: [mail], silent }, [])]).toEqual([]);
    expect([...switchWarnings({ members: [], silent }, [])]).toEqual([
      ['notifySlack', 'The settings have no Slack URL. Nothing is sent until somebody adds it.'],
    ]);
  });

  it('stands that no address of the settings is confirmed, while the switch is on', () => {
    const settings = { emails: ['a@example.com'], emailStatus: [email('a@example.com', 'pending')] };
    const troubles = troublesOf({ webhooks: [], destinations: [], mail: settings });
    const texts = (members: readonly { kind: string; id: string | null }[]) => [
      ...switchWarnings({ members, silent: [] }, troubles),
    ];
    expect(texts([mail])).toEqual([['notifyEmail', 'No e-mail address of the settings is confirmed.']]);
    expect(texts([{ kind: 'email', id: 'd1' }])).toEqual([]);
  });
});
