import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../cli/base/failures.ts';
import { readConditions, readManifest } from '../../../cli/manifest/read-manifest.ts';

it.each([
  ['{value_usd: {gte: 50,000}}', { value_usd: { gte: '50000' } }],
  ['{"value_usd": {"gte": 1,250,000.50, "lt": "2.5m"}}', { value_usd: { gte: '1250000.50', lt: '2500000' } }],
  ['{value_usd: {gte: 50 000}, side: sends}', { value_usd: { gte: '50000' }, side: 'sends' }],
  ['{below: $1,000, asset: native}', { below: '1000', asset: 'native' }],
  ['{destination_tag: [1,200]}', { destination_tag: ['1', '200'] }],
])('The conditions %s are read as people mean them', (text, conditions) => {
  expect(readConditions(text, '--conditions')).toEqual(conditions);
});

it('A file of apply takes the same amounts', () => {
  const text =
    'rules:\n  - name: Large\n    ruleType: large_transfer\n    conditions:\n      value_usd:\n        gte: 50,000\n';
  expect(readManifest(text, 'chainwatch.yaml').manifest.rules).toMatchObject([
    { conditions: { value_usd: { gte: '50000' } } },
  ]);
});

describe('A comma that cuts an amount', () => {
  const refusal = 'put quotes around an amount with a comma';

  it.each(['{value_usd: {gte: 2,5}}', '{value_usd: {gte: 0,500}}', '{below: 2,5, asset: native}'])(
    'is refused in the conditions %s',
    (text) => {
      const read = () => readConditions(text, '--conditions');
      expect(read).toThrow(CommandError);
      expect(read).toThrow(`--conditions: ${refusal}`);
    },
  );

  it.each([
    ['{ value_usd: { gte: 50,000 } }', '5: rules.0.conditions.value_usd'],
    ['{ below: $1,000.50 }', '4: rules.0.conditions'],
    ['{ value_usd: { gte: 1,250,000 } }', '5: rules.0.conditions.value_usd'],
  ])('is refused in the conditions %s of a file, before anything changes', (conditions, place) => {
    const inLines = conditions.replace('{ value_usd:', '\n      value_usd:').replace(/ \} \}$/, ' }');
    const text = `rules:\n  - name: Large\n    ruleType: large_transfer\n    conditions: ${inLines}\n`;
    expect(() => readManifest(text, 'a.yaml')).toThrow(`a.yaml:${place}: ${refusal}`);
  });
});

describe('A bound', () => {
  it('with another name is refused with the names that exist, and the nearest of them', () => {
    const text =
      'rules:\n  - name: Large\n    ruleType: large_transfer\n    conditions:\n      valu_usd: { gte: 1 }\n' +
      '      amount:\n        min: 1\n        gtee: 2\n';
    const refusal = 'is no bound. Write gt, gte, lt, lte';
    expect(() => readManifest(text, 'a.yaml')).toThrow(
      [
        'a.yaml:5: rules.0.conditions.valu_usd: valu_usd is no condition. Did you mean value_usd?',
        `a.yaml:7: rules.0.conditions.amount.min: min ${refusal}`,
        `a.yaml:8: rules.0.conditions.amount.gtee: gtee ${refusal}. Did you mean gte?`,
      ].join('\n'),
    );
    expect(() => readConditions('{value_usd: {gtee: 5}}', '--conditions')).toThrow(`--conditions: gtee ${refusal}`);
  });

  it('of a condition that only a newer service knows is left to the service', () => {
    expect(readConditions('{entangled: {with: 5}}', '--conditions')).toEqual({ entangled: { with: '5' } });
  });
});

describe('A bound that is no amount', () => {
  it.each([
    ['value_usd:\n        gte: 50_000', '6: rules.0.conditions.value_usd.gte: 50_000'],
    ['value_usd:\n        gte: 5e4', '6: rules.0.conditions.value_usd.gte: 5e4'],
    ['below: many', '5: rules.0.conditions.below: many'],
  ])('is refused in a file before anything changes: %j', (conditions, place) => {
    const text = `rules:\n  - name: Large\n    ruleType: large_transfer\n    conditions: {}\n`.replace(
      ' {}',
      `\n      ${conditions}`,
    );
    const read = () => readManifest(text, 'chainwatch.yaml');
    expect(read).toThrow(CommandError);
    expect(read).toThrow(`${place} is no amount. Write digits, as 50000 or "50,000"`);
  });

  it('is refused on the command line', () => {
    expect(() => readConditions('{value_usd: {gte: 50_000}}', '--conditions')).toThrow('50_000 is no amount');
  });
});
