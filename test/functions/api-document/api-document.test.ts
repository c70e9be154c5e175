import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { apiDocument } from '../../../functions/api-document/api-document.ts';
import { webhookExamples } from '../../../functions/api-document/examples/webhook-body-examples.ts';
import { answerVariants, requestVariants } from '../../../functions/api-document/rule-variants.ts';
import { webhookKinds } from '../../../functions/api-document/webhook-operations.ts';
import { routes } from '../../../functions/routes.ts';
import { CreateRule, conditionErrors, RuleWithSecret } from '../../../lib/alerts/rules/schema.ts';
import { RuleType, ruleTypes } from '../../../lib/alerts/rules/types/rule-types.ts';
import { noticeBody, pingBody } from '../../../lib/channels/http/payload.ts';
import type { Route } from '../../../lib/platform/http/route.ts';
import { EventKind } from '../../../lib/webhooks/schema.ts';
import { validInput } from '../../fuzz/schema-arbitrary.ts';
import { changedNotice, differenceNotice, firedNotice, retractedNotice } from '../../support/notices.ts';
import { anEvent, uuid } from '../../support/records.ts';

const { examples } = apiDocument;
const all: [string, Route][] = Object.entries(routes);

describe('the examples of the OpenAPI document', () => {
  it('belong to an operation each', () => {
    expect(Object.keys(examples).filter((name) => !(name in routes))).toEqual([]);
  });

  it.each(all)('contain a request of %s that its schema accepts', (name, { body }) => {
    expect(examples[name]?.request === undefined).toBe(body === undefined);
    expect(body?.safeParse(examples[name]?.request).error).toBeUndefined();
  });

  it.each(all)('contain each successful answer of %s, with the fields of its schema and no others', (name, route) => {
    const answered = Object.entries(route.responses).filter(
      ([status, schema]) => schema !== null && Number(status) < 300,
    );
    const { answers = {} } = examples[name] ?? {};
    expect(Object.keys(answers)).toEqual(answered.map(([status]) => status));
    for (const [status, schema] of answered) {
      const example = answers[Number(status)];
      if (schema === null || typeof schema === 'string') expect(typeof example).toBe('string');
      else expect(schema.parse(example)).toEqual(example);
    }
  });

  it.each(Object.entries(webhookKinds))('contain a body of the webhook %s', (kind, { body }) => {
    const example = new Map<string, unknown>(Object.entries(webhookExamples)).get(kind);
    expect(body.parse(example)).toEqual(example);
  });
});

describe('the titles of the OpenAPI document', () => {
  const all = [...Object.values(routes), ...Object.values(webhookKinds)].map(({ summary }) => summary);

  it('have at most four words, so that a line of the navigation holds each', () => {
    expect(all.filter((title) => title.split(' ').length > 4 || title.length > 30)).toEqual([]);
  });

  it('tell the operations apart', () => {
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the webhooks of the OpenAPI document', () => {
  it('are the kinds that a subscription can ask for, and the test', () => {
    expect(Object.keys(webhookKinds).sort()).toEqual([...EventKind.options].sort());
  });

  it('describe the bodies that the service sends', () => {
    const event = anEvent({ id: uuid(1), ruleId: uuid(2) });
    const retracted = retractedNotice({ ...event, retractedAt: '2026-01-31T09:01:00.000Z' });
    const sent = [
      noticeBody(firedNotice(event)),
      noticeBody(firedNotice(event), 'full'),
      noticeBody(retracted),
      noticeBody(retracted, 'full'),
      noticeBody(differenceNotice({ id: uuid(3), wallet: { id: uuid(4), label: 'x', address: '0x' } })),
      noticeBody(changedNotice()),
      pingBody(uuid(5), new Date(0)),
    ];
    for (const text of sent) {
      const body = JSON.parse(text);
      const kind = EventKind.parse(body.event);
      expect(webhookKinds[kind].body.parse(body)).toEqual(body);
    }
  });
});

describe('the rules of the OpenAPI document', () => {
  const Union = z.object({
    oneOf: z.array(
      z.object({ title: z.string(), properties: z.object({ ruleType: z.object({ const: z.string() }) }) }),
    ),
  });
  const variantsOf = (schema: z.ZodType) =>
    Union.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).oneOf;

  it('have a schema for each rule type in the order of the rule types, which a title names', () => {
    const { CreateRule, TestedRule } = requestVariants;
    const { Rule, RuleWithSecret } = answerVariants;
    for (const schema of [CreateRule, TestedRule, Rule, RuleWithSecret]) {
      const variants = variantsOf(schema ?? z.never());
      expect(variants.map(({ properties }) => properties.ruleType.const)).toEqual(RuleType.options);
      expect(variants.map(({ title }) => title)).toEqual(expect.arrayContaining(['Any transfer', 'NFT transfer']));
    }
  });

  it('accept exactly the bodies that the service accepts', () => {
    const ruleType = fc.constantFrom(...RuleType.options);
    const ofType = ruleType.chain((name) =>
      fc.record({
        name: fc.constantFrom('Large', 'Large', 'Large', 'Large', ''),
        ruleType: fc.constantFrom(name),
        conditions: fc.oneof({ weight: 9, arbitrary: validInput(ruleTypes[name].conditions) }, fc.object()),
        cooldownMinutes: fc.constantFrom(0, 0.5, 5, 1440, -1),
      }),
    );
    const ofAnyType = fc
      .tuple(ofType, ruleType, fc.nat(3))
      .map(([given, other, n]) => (n === 0 ? { ...given, ruleType: other } : given));
    let accepted = 0;
    fc.assert(
      fc.property(ofAnyType, (given) => {
        // No schema of the document says which characters hide what a text says.
        fc.pre(
          conditionErrors(given.ruleType, given.conditions).length === 0 ||
            !ruleTypes[given.ruleType].conditions.safeParse(given.conditions).success,
        );
        const expected = CreateRule.safeParse(given).success;
        if (expected) accepted++;
        expect([given, requestVariants.CreateRule?.safeParse(given).success]).toEqual([given, expected]);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('describe the rules that the service answers', () => {
    const [, { answers } = { answers: {} }] = Object.entries(examples).find(([name]) => name === 'createRule') ?? [];
    expect(RuleWithSecret.parse(answers[201])).toEqual(answers[201]);
    expect(answerVariants.RuleWithSecret?.parse(answers[201])).toEqual(answers[201]);
  });
});
