import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../cli/base/failures.ts';
import { readManifest, readValue } from '../../../cli/manifest/read-manifest.ts';

/** The message with which a file is refused. */
function refusal(text: string): string {
  try {
    readManifest(text, 'a.yaml');
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === 2) return error.message;
    throw error;
  }
  throw new Error('The file was accepted.');
}

describe('readManifest', () => {
  it('accepts the file of docs/cli.md, with addresses and amounts as text', () => {
    const document = readFileSync(`${import.meta.dirname}/../../../docs/cli.md`, 'utf8');
    const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(document) ?? [];
    const { manifest } = readManifest(yaml, 'docs/cli.md');
    expect(manifest.wallets?.[0]?.address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
    expect(manifest.rules?.[0]).toMatchObject({ conditions: { value_usd: { gte: '10000' } }, cooldownMinutes: 0 });
    expect(manifest.settings?.slackWebhookUrl).toEqual({ variable: 'SLACK_WEBHOOK_URL' });
  });

  it('accepts an empty file, which states nothing', () => {
    expect(readManifest('# nothing yet\n', 'a.yaml').manifest).toEqual({ managedBy: 'apply' });
  });

  it('names the field that a misspelt field means, and nothing else of it', () => {
    expect(refusal('rules:\n  - { name: A, rule_type: any_transfer }\n')).toBe(
      'a.yaml:2: rules.0.rule_type: is not a field of the file. Did you mean ruleType?',
    );
    expect(refusal('rules:\n  - { name: A, ruleType: any_transfer, IsActive: true }\n')).toMatch(/mean isActive\?$/);
    expect(refusal('rules:\n  - { name: A, ruleType: any_transfer, Label: x }\n')).toMatch(/of the file$/);
  });

  it('names the fields for tags and types of wallets to somebody who writes a rule as the API does', () => {
    expect(refusal('rules:\n  - { name: A, ruleType: any_transfer, wallets: { tags: [cold] } }\n')).toBe(
      'a.yaml:2: rules.0.wallets: must be a list of labels, addresses or ids. Write walletTags and walletTypes for ' +
        'tags and types',
    );
  });

  it('names everything that is misspelt in one run, the first line first', () => {
    const text = [
      'wallets:',
      '  - label: Treasury',
      '    adress: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '    chains: [ethereum, bse]',
      'rules:',
      '  - ruleType: large_transfr',
      '    conditions: { value_uds: { gte: 10 } }',
      '    severity: critcal',
      '    isActive: maybe',
      'webhoks: []',
    ].join('\n');
    expect(refusal(text).split('\n')).toEqual([
      'a.yaml:3: wallets.0.adress: is not a field of the file. Did you mean address?',
      'a.yaml:4: wallets.0.chains.1: bse is no chain. Did you mean base?',
      'a.yaml:6: rules.0.name: is missing',
      'a.yaml:6: rules.0.ruleType: large_transfr is no rule type. Did you mean large_transfer?',
      'a.yaml:7: rules.0.conditions.value_uds: value_uds is no condition. Did you mean value_usd?',
      'a.yaml:8: rules.0.severity: must be info, warning, critical. Did you mean critical?',
      'a.yaml:9: rules.0.isActive: must be true or false',
      'a.yaml:10: webhoks: is not a field of the file. Did you mean webhooks?',
    ]);
  });

  it('leaves names that are like none to the service, which may be newer', () => {
    const text = 'rules: [{ name: A, ruleType: quantum, conditions: { entangled: true } }]';
    expect(readManifest(text, 'a.yaml').manifest.rules).toMatchObject([{ ruleType: 'quantum' }]);
  });

  it('knows the line of each part', () => {
    const { at } = readManifest(
      'rules:\n\n  - name: A\n    ruleType: any_transfer\n    wallets: [X,\n      Y]\n',
      'a.yaml',
    );
    expect([at('rules', 0, 'name'), at('rules', 0, 'wallets', 1), at('rules', 7)]).toEqual([
      'a.yaml:3: rules.0.name',
      'a.yaml:6: rules.0.wallets.1',
      'a.yaml:1: rules.7',
    ]);
  });

  it.each([
    [
      'an unknown field',
      'wallets:\n  - { label: a, address: b, chains: [c] }\n    \nrule: []',
      'a.yaml:4: rule: is not a',
    ],
    ['a missing field', 'rules:\n  - name: A\n', 'a.yaml:2: rules.0.ruleType: '],
    ['a wrong type', 'rules:\n  - name: A\n    ruleType: x\n    isActive: 1\n', 'a.yaml:4: rules.0.isActive: '],
    ['broken YAML', 'rules: [\n', 'a.yaml:2: '],
    ['a repeated key', 'rules: []\nrules: []\n', 'a.yaml:2: Map keys must be unique'],
    [
      'a literal URL of Slack',
      'settings:\n  slackWebhookUrl: https://hooks.slack.com/x',
      'a.yaml:2: settings.slackWeb',
    ],
    [
      'a secret with more than a variable',
      `webhooks:\n  - url: u\n    events: [ping]\n    secret: x\${A}`,
      'a.yaml:4: ',
    ],
  ])('refuses %s with its line', (_what, text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it('quotes no secret that stands in the file', () => {
    expect(refusal('settings:\n  slackWebhookUrl: https://hooks.slack.com/T0/B0/verysecret')).not.toContain(
      'verysecret',
    );
  });
});

describe('readValue', () => {
  it('reads JSON and YAML without losing digits', () => {
    const expected = { value_usd: { gte: '0.100000000000000000000000000001' } };
    expect(readValue('{"value_usd": {"gte": 0.100000000000000000000000000001}}', 'x')).toEqual(expected);
    expect(readValue('value_usd: {gte: 0.100000000000000000000000000001}', 'x')).toEqual(expected);
  });
});
