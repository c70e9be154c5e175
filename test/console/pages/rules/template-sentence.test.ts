import { expect, it } from '@jest/globals';
import { TEAMS, templateSentence } from '../../../../console/pages/rules/template-sentence.ts';

const all = TEAMS.flatMap(({ rules }) => rules);

it('No two templates have the same name, whatever their team is', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

it('Each template is described by the sentence of its rule, with the names of its wallets', () => {
  expect(
    templateSentence({ ruleType: 'balance', wallets: ['Payouts'], conditions: { asset: 'native', below: 1 } }),
  ).toBe('Payouts holds less than 1 of the native coin.');
  for (const template of all) expect(templateSentence(template)).toMatch(/^[A-Z][^…{]+\.$/);
});
