import { describe, expect, it } from '@jest/globals';
import {
  changesOf,
  formValue,
  isComplete,
  messagesOf,
  textsOf,
  textsOfOther,
} from '../../../../console/pages/rules/field-values.ts';
import { isNewRule, isRuleChange, ruleFormsOf } from '../../../../console/pages/rules/rule-forms.ts';
import templates from '../../../../console/pages/rules/rule-templates.json' with { type: 'json' };
import type { Field } from '../../../../console/pages/rules/schema-fields.ts';
import { inTwoQuestions } from '../../../../console/pages/rules/two-questions.ts';
import document from '../../../../docs/openapi.json' with { type: 'json' };
import { CreateRule } from '../../../../lib/alerts/rules/schema.ts';
import { RuleType, ruleTypes } from '../../../../lib/alerts/rules/types/rule-types.ts';
import { CHANNELS } from '../../../../sdk/index.ts';

const forms = ruleFormsOf(document);
const teams: readonly {
  readonly rules: readonly {
    readonly name: string;
    readonly ruleType: string;
    readonly wallets?: readonly string[];
    readonly conditions?: object;
  }[];
}[] = templates;
const formOf = (type: string): readonly Field[] => {
  const form = forms.get(type);
  if (form === undefined) throw new Error(`there is no form of ${type}`);
  return form;
};
const leaves = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => (field.kind === 'group' ? leaves(field.fields) : [field]));
const kindsOf = (fields: readonly Field[]) =>
  Object.fromEntries(leaves(fields).map(({ path, kind }) => [path.replace(/^conditions\./, ''), kind]));

describe('The forms of rules, made from the document of the API', () => {
  it('are there for each rule type', () => {
    expect([...forms.keys()].sort()).toEqual(Object.keys(ruleTypes).sort());
  });

  it('ask for JSON in no field', () => {
    expect([...forms.values()].flatMap(leaves).filter(({ kind }) => kind === 'json')).toEqual([]);
  });

  it('have the fields that all rules share', () => {
    const common = formOf('any_transfer').filter(({ name }) => name !== 'conditions');
    expect(kindsOf(common)).toEqual({
      name: 'text',
      severity: 'choice',
      'wallets.ids': 'list',
      'wallets.tags': 'list',
      'wallets.types': 'list',
      ...Object.fromEntries(CHANNELS.flatMap(({ toggle }) => (toggle === null ? [] : [[toggle, 'flag']]))),
      notifyEmail: 'flag',
      notifySlack: 'flag',
      notifyWebhook: 'flag',
      customWebhookUrl: 'text',
      cooldownMinutes: 'number',
      cooldownPer: 'choice',
    });
    expect(textsOf(common, undefined)).toMatchObject({
      severity: 'warning',
      notifyEmail: 'true',
      cooldownMinutes: '0',
      cooldownPer: 'wallet',
    });
  });

  it('begin without a cooldown, but for the types whose matches repeat', () => {
    const minutesOf = (type: string) => textsOf(formOf(type), undefined).cooldownMinutes;
    const withCooldown = [...forms.keys()].filter((type) => minutesOf(type) !== '0');
    expect(withCooldown).toEqual(['frequency', 'gas_spike']);
    expect(withCooldown.map(minutesOf)).toEqual(['5', '5']);
    const transfers = formOf('large_transfer');
    expect(formValue(transfers, textsOf(transfers, undefined))).toMatchObject({ cooldownMinutes: 0 });
  });

  it('keep what the user wrote for another type, and take the defaults of this type for the rest', () => {
    const [transfers, frequency] = [formOf('large_transfer'), formOf('frequency')];
    const texts = { ...textsOf(transfers, undefined), name: 'Busy', 'conditions.value_usd.gte': '5' };
    expect(textsOfOther(transfers, frequency, texts)).toMatchObject({ name: 'Busy', cooldownMinutes: '5' });
    expect(textsOfOther(transfers, frequency, { ...texts, cooldownMinutes: '7' }).cooldownMinutes).toBe('7');
    expect(textsOfOther(transfers, formOf('outbound_only'), texts)).toMatchObject({
      cooldownMinutes: '0',
      'conditions.value_usd.gte': '5',
    });
  });

  it('ask for wallets where the template is about some', () => {
    const asking = teams.flatMap(({ rules }) => rules).filter(({ wallets }) => wallets !== undefined);
    expect(asking.map(({ name, wallets }) => [name, wallets])).toEqual([
      ['Cold storage pays', ['Cold storage']],
      ['Little left for payouts', ['Payouts']],
      ['Nothing came for a day', ['Payouts']],
    ]);
  });

  it('have a field of its kind for each condition', () => {
    const conditionsOf = (type: string) => kindsOf(formOf(type).filter(({ name }) => name === 'conditions'));
    expect(conditionsOf('approval')).toEqual({
      unlimited: 'choice',
      counterparty_in: 'list',
      counterparty_not_in: 'list',
      first_time: 'choice',
      lookalike: 'choice',
      'amount.gte': 'decimal',
      'amount.gt': 'decimal',
      'amount.lte': 'decimal',
      'amount.lt': 'decimal',
      spender_in: 'list',
      spender_not_in: 'list',
      token_symbol: 'list',
      token_address: 'text',
      revoked: 'flag',
    });
    expect(conditionsOf('frequency')).toEqual({ 'count.gte': 'whole', window_minutes: 'whole' });
    expect(conditionsOf('outflow')).toEqual({
      'value_usd.gte': 'decimal',
      'value_usd.gt': 'decimal',
      'amount.gte': 'decimal',
      'amount.gt': 'decimal',
      asset: 'text',
      window_minutes: 'whole',
      per: 'choice',
    });
    expect(conditionsOf('balance')).toEqual({
      asset: 'text',
      below: 'decimal',
      above: 'decimal',
      rearm_percent: 'decimal',
    });
    expect(conditionsOf('silence')).toEqual({ direction: 'choice', asset: 'text', hours: 'whole' });
    expect(conditionsOf('authority_change')).toEqual({ kinds: 'choices' });
    expect(conditionsOf('contract_deploy')).toEqual({});
  });

  it.each(teams.flatMap(({ rules }) => rules).map((rule) => [rule.name, rule] as const))(
    'state the template "%s" as it was',
    (_, { wallets: _labels, ...rule }) => {
      const fields = formOf(rule.ruleType);
      const asked = inTwoQuestions(rule);
      const body = { ruleType: rule.ruleType, ...formValue(fields, textsOf(fields, asked)) };
      const asText = (value: unknown) => JSON.stringify(value).replaceAll(/:(\d+)/g, ':"$1"');
      expect(isNewRule(body)).toBe(true);
      const { conditions, ...others } = CreateRule.parse(body);
      const { conditions: stated, ...expected } = CreateRule.parse(asked);
      expect(expected.cooldownMinutes).toBeDefined();
      expect(others).toEqual({ ...expected, wallets: {} });
      const schema = ruleTypes[RuleType.parse(rule.ruleType)].conditions;
      expect(JSON.parse(asText(schema.parse(conditions)))).toEqual(JSON.parse(asText(schema.parse(stated))));
    },
  );
});

describe('A form is complete', () => {
  const isWhole = (type: string, more: Record<string, string> = {}) => {
    const conditions = formOf(type).flatMap((field) => (field.kind === 'group' ? field.fields : []));
    return isComplete(conditions, { ...textsOf(formOf(type), undefined), ...more });
  };

  it('when it has what its type requires', () => {
    expect(isWhole('any_transfer')).toBe(true);
    expect([isWhole('large_transfer'), isWhole('large_transfer', { 'conditions.value_usd.gt': '5' })]).toEqual([
      false,
      true,
    ]);
    expect(isWhole('frequency', { 'conditions.count.gte': '5' })).toBe(false);
    expect(isWhole('frequency', { 'conditions.count.gte': '5', 'conditions.window_minutes': '5' })).toBe(true);
  });
});

describe('The value of a form', () => {
  const fields = formOf('token_transfer');
  const texts = { ...textsOf(fields, undefined), name: ' Stablecoins ' };

  it('keeps each digit of an amount', () => {
    const amount = '123456789012345678901234567890.000000000000000001';
    const value = formValue(fields, { ...texts, 'conditions.amount.gte': amount });
    expect(value).toMatchObject({ name: 'Stablecoins', conditions: { amount: { gte: amount } } });
  });

  it('takes amounts as people write them', () => {
    const typed = { ...texts, 'conditions.amount.gte': '2.5m', cooldownMinutes: '1,440' };
    expect(formValue(fields, typed)).toMatchObject({
      conditions: { amount: { gte: '2500000' } },
      cooldownMinutes: 1440,
    });
  });

  it('leaves out what the user left empty, and states what an empty field means', () => {
    expect(formValue(fields, texts)).toMatchObject({ conditions: {}, wallets: {}, customWebhookUrl: null });
  });

  it('sends what is no number as it is, so that the API names the field', () => {
    expect(formValue(fields, { ...texts, cooldownMinutes: 'five' })).toMatchObject({ cooldownMinutes: 'five' });
    expect(formValue(fields, { ...texts, cooldownMinutes: '' })).toMatchObject({ cooldownMinutes: '' });
    expect(formValue(fields, { ...texts, cooldownMinutes: '2.5' })).toMatchObject({ cooldownMinutes: 2.5 });
  });

  it('has one symbol as a text, and several as a list', () => {
    const symbols = (text: string) => formValue(fields, { ...texts, 'conditions.token_symbol': text });
    expect(symbols('USDC\n')).toMatchObject({ conditions: { token_symbol: 'USDC' } });
    expect(symbols('USDC\n\n DAI ')).toMatchObject({ conditions: { token_symbol: ['USDC', 'DAI'] } });
  });

  it('has one destination tag, several, none, or no condition on the tag', () => {
    const withTag = (text: string) => formValue(fields, { ...textsOf(fields, {}), 'conditions.destination_tag': text });
    expect(withTag('0')).toMatchObject({ conditions: { destination_tag: 0 } });
    expect(withTag('7\n8')).toMatchObject({ conditions: { destination_tag: [7, 8] } });
    expect(withTag('none')).toMatchObject({ conditions: { destination_tag: null } });
    expect(withTag('seven')).toMatchObject({ conditions: { destination_tag: 'seven' } });
    expect(withTag('').conditions).toEqual({});
    for (const destination_tag of [0, [7, 8], null]) {
      const given = { conditions: { destination_tag } };
      expect(formValue(fields, textsOf(fields, given))).toMatchObject(given);
    }
  });

  it('changes only the fields that the user changed, and clears the fields that the user emptied', () => {
    const before = textsOf(fields, {
      name: 'A',
      wallets: { ids: ['w'], tags: ['vault'], types: [] },
      conditions: { token_symbol: 'USDC' },
      customWebhookUrl: 'https://hooks.example.com/…abcd',
    });
    expect(isRuleChange(changesOf(fields, before, before))).toBe(false);
    const emptied = { ...before, 'wallets.ids': '', customWebhookUrl: '', 'conditions.token_symbol': '' };
    expect(changesOf(fields, before, emptied)).toEqual({
      ...{ wallets: { tags: ['vault'] }, customWebhookUrl: null, conditions: {} },
    });
  });
});

describe('The messages of a refused rule', () => {
  const fields = formOf('large_transfer');

  it('stand at the nearest field, also when the request contains the rule', () => {
    const errors = new Map([
      ['rule.conditions.value_usd', 'needs a bound'],
      ['rule.wallets.ids.3', 'is not a wallet'],
      ['rule.wallets.ids.7', 'is not a wallet'],
      ['transactionId', 'is unknown'],
    ]);
    const { messages, shownPaths } = messagesOf(fields, errors, 'rule.');
    expect(Object.fromEntries(messages)).toEqual({
      'conditions.value_usd': 'needs a bound',
      'wallets.ids': 'is not a wallet is not a wallet',
    });
    expect(shownPaths).not.toContain('transactionId');
  });
});

describe('A rule type that the console never saw', () => {
  const amount = {
    anyOf: [
      { type: 'string', pattern: '^\\d+$' },
      { type: 'number', minimum: 0 },
    ],
  };
  const unseen = {
    components: {
      schemas: {
        CreateRule: {
          oneOf: [
            {
              type: 'object',
              properties: {
                name: { type: 'string' },
                ruleType: { type: 'string', const: 'bridge_out' },
                conditions: { $ref: '#/components/schemas/BridgeOutConditions' },
              },
              required: ['name', 'ruleType', 'conditions'],
            },
          ],
        },
        BridgeOutConditions: {
          type: 'object',
          properties: {
            side: { type: 'string', enum: ['lock', 'burn'] },
            version: { const: 2 },
            isFast: { type: 'boolean' },
            isFinal: { type: 'boolean', default: true },
            bridge: { type: 'string' },
            amount: { type: 'object', properties: { gte: amount, lt: amount } },
            count: {
              type: 'object',
              properties: { gte: { anyOf: [{ type: 'integer' }, { type: 'string' }] } },
              required: ['gte'],
            },
            kinds: { type: 'array', items: { type: 'string', enum: ['in', 'out'] } },
            bridges: { type: 'array', items: { type: 'string' } },
            token: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
            memo: { type: ['string', 'null'] },
            matrix: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
          },
          required: ['side', 'version', 'count'],
        },
      },
    },
  };
  const fields = ruleFormsOf(unseen).get('bridge_out') ?? [];

  it('has a form', () => {
    expect(kindsOf(fields)).toEqual({
      name: 'text',
      side: 'choice',
      version: 'choice',
      isFast: 'choice',
      isFinal: 'flag',
      bridge: 'text',
      'amount.gte': 'decimal',
      'amount.lt': 'decimal',
      'count.gte': 'whole',
      kinds: 'choices',
      bridges: 'list',
      token: 'list',
      memo: 'text',
      matrix: 'json',
    });
    expect(leaves(fields).map(({ label }) => label)).toContain('Is fast');
  });

  it('has a value of which each part has its type', () => {
    const conditions = {
      side: 'burn',
      version: 2,
      isFast: false,
      isFinal: false,
      amount: { lt: '0.10' },
      count: { gte: '3' },
      kinds: ['out'],
      bridges: ['a', 'b'],
      token: 'X',
      memo: null,
      matrix: [[1]],
    };
    expect(formValue(fields, textsOf(fields, { name: 'N', conditions }))).toEqual({ name: 'N', conditions });
  });

  it('states required parts that are empty, so that the API names them', () => {
    expect(formValue(fields, textsOf(fields, undefined))).toEqual({
      name: '',
      conditions: { side: '', version: 2, isFinal: true, count: { gte: '' }, memo: null },
    });
  });
});
