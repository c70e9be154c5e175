import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CreateRule } from '../../lib/alerts/rules/schema.ts';
import { RuleType } from '../../lib/alerts/rules/types/rule-types.ts';
import { consoleWords } from './console-words.ts';

const path = join(import.meta.dirname, '../../docs/guides/rules-by-example.md');
const guide = readFileSync(path, 'utf8');
const rules = [...guide.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json = '']) => CreateRule.parse(JSON.parse(json)));

/** A rule, and the quotation below it. */
const EXAMPLE = /^```json\n(.*?)^```\n(?:\n((?:>[^\n]*\n)+))?/gms;

describe('docs/guides/rules-by-example.md', () => {
  it('has a rule of each type, which the API accepts', () => {
    expect(new Set(rules.map(({ ruleType }) => ruleType))).toEqual(new Set(RuleType.options));
  });

  it('gives each rule a name of its own', () => {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  });

  it('says for each rule how the console says it, and which fields to fill in', () => {
    const examples = [...guide.matchAll(EXAMPLE)];
    const words = examples.map(([, json = '']) => `${consoleWords(JSON.parse(json))}\n`);
    if (process.env.UPDATE_GOLDEN === '1') {
      writeFileSync(
        path,
        guide.replace(EXAMPLE, (_, json: string) => `\`\`\`json\n${json}\`\`\`\n\n${consoleWords(JSON.parse(json))}\n`),
      );
    } else expect(examples.map(([, , quotation]) => quotation)).toEqual(words);
  });
});
