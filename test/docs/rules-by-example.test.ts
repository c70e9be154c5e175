import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CreateRule } from '../../lib/alerts/rules/schema.ts';
import { RuleType } from '../../lib/alerts/rules/types/rule-types.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/rules-by-example.md'), 'utf8');
const rules = [...guide.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json = '']) => CreateRule.parse(JSON.parse(json)));

describe('docs/guides/rules-by-example.md', () => {
  it('has a rule of each type, which the API accepts', () => {
    expect(new Set(rules.map(({ ruleType }) => ruleType))).toEqual(new Set(RuleType.options));
  });

  it('gives each rule a name of its own', () => {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  });
});
