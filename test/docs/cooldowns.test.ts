import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { RuleType, ruleTypes } from '../../lib/alerts/rules/types/rule-types.ts';
import { root } from '../support/sources.ts';

// A newcomer copies a rule, pays twice, and must see two alerts. By default most types are silent for five minutes.

const READ = ['README.md', 'api-docs/*.md', 'docs/*.md', 'docs/guides/*.md', 'examples/apply/*.yaml'];

/** Where a request, a command or an item of a YAML file begins. */
const BEGIN = /^(?= *(?:api |curl |chainwatch |- name: |- \{ name: ))/m;
const TYPE = /ruleType"?: "?(\w+)|rule add .*?--type (\w+)/s;
const IS_QUESTION = /alerts\/rules\/(?:test|preview|backtest)/;

/** The rules that a reader of the document makes, by the name of the document. */
const rules = globSync(READ, { cwd: root }).flatMap((file) => {
  const content = readFileSync(join(root, file), 'utf8');
  const blocks = [...content.matchAll(/```\w+\n(.*?)```/gs)].map(([, block = '']) => block);
  return (file.endsWith('.md') ? blocks : [content])
    .flatMap((block) => block.split(BEGIN))
    .flatMap((text) => {
      const [, inBody, inCommand] = TYPE.exec(text) ?? [];
      const type = inBody ?? inCommand;
      return type === undefined || IS_QUESTION.test(text) ? [] : [{ file, type: RuleType.parse(type), text }];
    });
});

it('finds the rules of the README, the guides, the quick start and the examples', () => {
  const found = new Set(rules.map(({ file }) => file));
  expect([...found]).toEqual(
    expect.arrayContaining(['README.md', 'api-docs/quick-start.md', 'docs/guides/exchange.md', 'docs/cli.md']),
  );
  expect(rules.length).toBeGreaterThan(50);
});

it('lets no rule that a reader copies have a cooldown which the reader does not see', () => {
  const silent = rules.filter(
    ({ type, text }) => ruleTypes[type].cooldownMinutes !== 0 && !/cooldownMinutes"?: |--cooldown \d/.test(text),
  );
  expect(silent.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});
