import { expect, it } from '@jest/globals';
import { ruleFormsOf } from '../../../../console/pages/rules/rule-forms.ts';
import { inTwoQuestions } from '../../../../console/pages/rules/two-questions.ts';
import document from '../../../../docs/openapi.json' with { type: 'json' };

it.each([
  ['outbound', { side: 'sends', other_end: 'outside' }],
  ['inbound', { side: 'receives', other_end: 'outside' }],
  ['internal', { other_end: 'own' }],
])('the form asks for the ends in place of the direction %s', (direction, ends) => {
  const rule = { name: 'Paid', conditions: { direction, value_usd: { gte: 1 } } };
  expect(inTwoQuestions(rule)).toEqual({ name: 'Paid', conditions: { ...ends, value_usd: { gte: 1 } } });
});

it('the form keeps what a rule states beside its direction', () => {
  expect(inTwoQuestions({ conditions: { direction: 'internal', side: 'sends', other_end: 'any' } })).toEqual({
    conditions: { side: 'sends', other_end: 'own' },
  });
  expect(inTwoQuestions({ conditions: { direction: 'outbound', other_end: 'any' } })).toEqual({
    conditions: { side: 'sends', other_end: 'outside' },
  });
  const rule = { conditions: { side: 'sends' } };
  expect(inTwoQuestions(rule)).toBe(rule);
});

it('the form of a silence keeps its direction', () => {
  const rule = { ruleType: 'silence', conditions: { direction: 'inbound', hours: 24 } };
  expect(inTwoQuestions(rule)).toBe(rule);
});

it('no form of transfers has a field for the direction', () => {
  const forms = [...ruleFormsOf(document)].filter(([type]) => type !== 'silence');
  const conditions = forms.flatMap(([, fields]) =>
    fields.flatMap((field) => (field.kind === 'group' ? field.fields : [])),
  );
  expect(conditions.map(({ name }) => name)).toContain('side');
  expect(conditions.map(({ name }) => name)).not.toContain('direction');
});
