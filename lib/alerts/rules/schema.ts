import * as z from 'zod';
import { ifValid } from '../../values/dependent-checks.ts';
import type { FieldError } from '../../values/errors.ts';
import { fieldErrors } from '../../values/field-errors.ts';
import { Instant, name, notEmpty, paging } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { TestTransaction } from './test-transaction.ts';
import { ruleTypeNames, ruleTypes } from './types/index.ts';

export const RuleType = z.enum(ruleTypeNames);
export type RuleType = z.output<typeof RuleType>;
export const Severity = z.enum(['info', 'warning', 'critical']);

export const Conditions = z.record(z.string(), z.unknown());

const creatable = {
  name: name(64),
  severity: Severity,
  /** Empty: all wallets. */
  walletIds: z
    .array(Uuid)
    .max(1000)
    .transform((ids) => [...new Set(ids)]),
  conditions: Conditions,
  notifyEmail: z.boolean(),
  notifySlack: z.boolean(),
  notifyWebhook: z.boolean(),
  customWebhookUrl: z.string().min(1).max(2048).nullable(),
  /** DynamoDB keeps no number that is much smaller. */
  cooldownMinutes: z
    .number()
    .min(0)
    .max(1440)
    .refine((minutes) => minutes <= 0 || minutes >= 0.001, 'must be 0, or from 0.001 to 1440'),
};

/** A rule as stored. `version` changes with every change, so that a decision can tell which rule it evaluated. */
export const StoredRule = z.object({
  ...creatable,
  id: Uuid,
  ruleType: RuleType,
  isActive: z.boolean(),
  version: z.number().int(),
  sealedCustomSecret: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StoredRule = z.output<typeof StoredRule>;

/** What a rule did so far; apart from the rule, so that firing never changes the rule's version. */
export const RuleState = z.object({
  lastFiredAt: Instant.nullable().default(null),
  firedCount: z.number().int().default(0),
  suppressedCount: z.number().int().default(0),
});
export type RuleState = z.output<typeof RuleState>;

export const Rule = StoredRule.omit({ version: true, sealedCustomSecret: true }).extend({
  lastFiredAt: Instant.nullable(),
  firedCount: z.number().int(),
  suppressedCount: z.number().int(),
});
export type Rule = z.output<typeof Rule>;

/** `customWebhookSecret` is answered once, when a URL is set. */
export const RuleWithSecret = Rule.extend({ customWebhookSecret: z.string().optional() });

/** What is wrong with conditions of a rule type, each field named under `conditions`. */
export function conditionErrors(ruleType: RuleType, conditions: unknown): FieldError[] {
  const result = ruleTypes[ruleType].conditions.safeParse(conditions);
  return result.success ? [] : fieldErrors(result.error.issues, ['conditions']);
}

type Typed = { ruleType: RuleType; conditions: z.output<typeof Conditions> };

/** Checks the conditions by the schema of the rule's type. */
const withType = <S extends z.ZodType<Typed>>(schema: S) =>
  schema.superRefine(
    ({ ruleType, conditions }, ctx) => {
      for (const { path, message } of conditionErrors(ruleType, conditions)) {
        ctx.addIssue({ code: 'custom', path: path.split('.'), message });
      }
    },
    { when: ifValid('ruleType', 'conditions') },
  );

export const CreateRule = withType(
  z.strictObject({
    name: creatable.name,
    ruleType: RuleType,
    severity: Severity.default('warning'),
    walletIds: creatable.walletIds.default([]),
    conditions: Conditions.default({}),
    notifyEmail: z.boolean().default(true),
    notifySlack: z.boolean().default(false),
    notifyWebhook: z.boolean().default(false),
    customWebhookUrl: creatable.customWebhookUrl.default(null),
    cooldownMinutes: creatable.cooldownMinutes.default(5),
  }),
);
export type CreateRule = z.output<typeof CreateRule>;

export const UpdateRule = notEmpty(z.strictObject(creatable).partial().extend({ isActive: z.boolean().optional() }));
export type UpdateRule = z.output<typeof UpdateRule>;

export const RuleQuery = z.strictObject({
  ...paging,
  ruleType: RuleType.optional(),
  isActive: z.enum(['true', 'false']).optional(),
  walletId: Uuid.optional(),
});
export type RuleQuery = z.output<typeof RuleQuery>;

/** Of the rule only what is judged is needed; the rest of a rule's fields may be given and change nothing. */
const InlineRule = withType(
  z
    .strictObject({ ...creatable, isActive: z.boolean() })
    .partial()
    .extend({
      ruleType: RuleType,
      walletIds: creatable.walletIds.default([]),
      conditions: Conditions.default({}),
    }),
);

const oneOf = (a: string, b: string) => ({
  check: (value: Record<string, unknown>) => (value[a] === undefined) !== (value[b] === undefined),
  // Only the presence of the two fields counts, so that the check runs whatever they contain.
  issue: { path: [a], message: `exactly one of ${a} and ${b} is required`, when: ifValid() },
});
const whichRule = oneOf('rule', 'ruleId');
const whichTransaction = oneOf('transaction', 'transactionId');

export const TestRule = z
  .strictObject({
    rule: InlineRule.optional(),
    ruleId: Uuid.optional(),
    transaction: TestTransaction.optional(),
    transactionId: Uuid.optional(),
  })
  .refine(whichRule.check, whichRule.issue)
  .refine(whichTransaction.check, whichTransaction.issue);

export const TestAnswer = z.object({
  matches: z.boolean(),
  reasons: z.array(
    z.object({ condition: z.string(), expected: z.unknown(), actual: z.unknown(), passed: z.boolean() }),
  ),
});
