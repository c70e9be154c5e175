import { expect, it } from '@jest/globals';
import { readConditions, readManifest } from '../../../cli/manifest/read-manifest.ts';

it.each([
  ['{value_usd: {gte: 50,000}}', { value_usd: { gte: '50000' } }],
  ['{"value_usd": {"gte": 1,250,000.50, "lt": "2.5m"}}', { value_usd: { gte: '1250000.50', lt: '2500000' } }],
  ['{value_usd: {gte: 50 000}, side: sends}', { value_usd: { gte: '50000' }, side: 'sends' }],
  ['{below: $1,000, asset: native}', { below: '1000', asset: 'native' }],
  ['{destination_tag: [1,200]}', { destination_tag: ['1', '200'] }],
  ['{value_usd: {gte: 2,5}}', { value_usd: { gte: '2', 5: null } }],
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
