import { describe, expect, it } from '@jest/globals';
import { heardBy, silentSwitches } from '../../../../console/pages/rules/audience.ts';

const email = { kind: 'email', id: null, name: 'E-mail' } as const;
const slack = { kind: 'slack', id: null, name: 'Slack' } as const;
const council = { kind: 'slack', id: 'd1', name: 'Council' } as const;
const duty = { kind: 'pagerduty', id: 'd2', name: 'Duty' } as const;

describe('Those who hear of a rule as the form stands', () => {
  it('are destinations whatever the switches say, and the settings as the switches say', () => {
    const texts = { notifyEmail: 'true', notifySlack: 'false' };
    expect(heardBy([email, slack, council], [], texts)).toEqual([email, council]);
    expect(heardBy([email, slack, council], [], {})).toEqual([council]);
    expect(heardBy([email, slack], [], { notifyEmail: 'false' })).toEqual([]);
  });

  it('include once each destination that matches the stored rule, and not what its stored switches say', () => {
    expect(heardBy([council], [slack, council, duty], {})).toEqual([council, duty]);
  });

  it('include the webhook of the rule when it is on and has a URL', () => {
    const customWebhookUrl = ' https://a.example/hooks ';
    expect(heardBy([], [], { notifyWebhook: 'true', customWebhookUrl })).toEqual([
      { kind: 'custom', id: null, name: 'https://a.example/hooks' },
    ]);
    expect(heardBy([], [], { notifyWebhook: 'false', customWebhookUrl })).toEqual([]);
    expect(heardBy([], [], { notifyWebhook: 'true', customWebhookUrl: ' ' })).toEqual([]);
  });
});

describe('The switches of a rule that send nowhere', () => {
  it('are those that are on while the settings have neither an address nor a URL for them', () => {
    const texts = { notifyEmail: 'true', notifySlack: 'true', notifyWebhook: 'true' };
    expect(silentSwitches([council, duty], texts)).toEqual([
      { kind: 'email', toggle: 'notifyEmail', name: 'E-mail', text: 'The settings have no e-mail address.' },
      { kind: 'slack', toggle: 'notifySlack', name: 'Slack', text: 'The settings have no Slack URL.' },
    ]);
    expect(silentSwitches([email, slack], texts)).toEqual([]);
    expect(silentSwitches([], { notifyEmail: 'false', notifySlack: 'false' })).toEqual([]);
  });
});
