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
