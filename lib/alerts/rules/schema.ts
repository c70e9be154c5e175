import * as z from 'zod';
import { type Channels, merged, ruleFieldsOf, toggles } from '../../channels/channel-registry.ts';
import { channels } from '../../channels/index.ts';
import { bothOrNeither, MuteShown, muteInput } from '../../organisations/mutes/schema.ts';
import { ifValid } from '../../values/dependent-checks.ts';
import type { FieldError } from '../../values/errors.ts';
import { fieldErrors } from '../../values/field-errors.ts';
import { Instant, line, name, notEmpty, paging } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { Severity } from '../events/severity.ts';
import { Reason } from './port/reason.ts';
import { selectorInput, selectorShown, statesIdsOnce, storedSelector } from './port/wallet-selector.ts';
import { testRule } from './test-rule-schema.ts';
import { RuleType, ruleTypes } from './types/rule-types.ts';

export const Conditions = z.record(z.string(), z.unknown());

const creatable = {
  name: name(64),
  severity: Severity,
  conditions: Conditions,
};

/** Whether each wallet has a cooldown of its own, or the rule has one for all of its wallets. */
const CooldownPer = z.enum(['wallet', 'rule']);

const cooldown = {
  /** 0 or at least 0.001, because DynamoDB cannot store numbers that are very close to 0. */
  cooldownMinutes: z
    .number()
    .min(0)
    .max(1440)
    .refine((minutes) => minutes <= 0 || minutes >= 0.001, 'must be 0, or from 0.001 to 1440'),
  cooldownPer: CooldownPer,
};

/** The counts of a rule. The counts are not part of the rule, so that firing does not change its version. */
export const RuleState = z.object({
  lastFiredAt: Instant.nullable().default(null),
  firedCount: z.number().int().default(0),
  suppressedCount: z.number().int().default(0),
  /** How many of the suppressed matches a mute has suppressed, and no cooldown. */
  mutedCount: z.number().int().default(0),
});
export type RuleState = z.output<typeof RuleState>;

/** Longer than any text that a rule type accepts. */
const LONGEST_TEXT = 1000;

/**
 * The errors in the conditions of a rule type. The path of each field begins with `conditions`. A text that hides what
 * it says is refused here alone, so that a stored rule is still evaluated.
 */
export function conditionErrors(ruleType: RuleType, conditions: unknown): FieldError[] {
  const { input, conditions: stored } = ruleTypes[ruleType];
  const { error } = (input ?? stored).safeParse(conditions);
  return error === undefined ? textErrors(conditions, ['conditions']) : fieldErrors(error.issues, ['conditions']);
}

/** The errors of the texts in valid conditions, which are texts, lists and objects of them. */
function textErrors(value: unknown, path: readonly string[]): FieldError[] {
  if (typeof value === 'string') return fieldErrors(line(LONGEST_TEXT).safeParse(value).error?.issues ?? [], path);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textErrors(each, [...path, key]));
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

/**
 * The schemas of rules with the fields of these channels. The static types leave these fields out: only a channel
 * reads the fields of the channel.
 */
export function ruleSchemas(registry: Channels) {
  const fields = ruleFieldsOf(registry);
  const initial = merged([toggles(registry), ...fields.map(({ defaults }) => defaults)]);
  const toggleShape = mapped(toggles(registry), () => z.boolean());
  const input = merged([toggleShape, ...fields.map((each) => each.input)]);
  const meta = { id: Uuid, ruleType: RuleType, isActive: z.boolean() };
  const times = { createdAt: Instant, updatedAt: Instant };
  const settable = { ...creatable, ...selectorInput, ...input, ...cooldown };

  const Rule = z
    .object({
      ...creatable,
      ...selectorShown,
      ...toggleShape,
      ...merged(fields.map(({ response }) => response)),
      ...cooldown,
      ...meta,
      ...times,
      lastFiredAt: Instant.nullable(),
      firedCount: z.number().int(),
      suppressedCount: z.number().int().describe('Matches that made no alert'),
      suppressedByReason: z.object({ cooldown: z.number().int(), muted: z.number().int() }),
      ...MuteShown.shape,
      audience: z
        .int()
        .describe('How many would get an alert: destinations, subscriptions, and what settings and rule name'),
    })
    .meta({ id: 'Rule' });

  const TestedRule = withType(
    statesIdsOnce(
      z
        .strictObject({ ...settable, isActive: z.boolean() })
        .partial()
        .extend({ ruleType: RuleType, conditions: Conditions.default({}) }),
    ),
  ).meta({ id: 'TestedRule' });

  return {
    /** A rule as stored. `version` changes with every change: a decision can check which rule it evaluated. */
    StoredRule: z.object({
      ...creatable,
      ...storedSelector,
      // A request may not name a rule so any more. The stored rule is still evaluated.
      name: z.string(),
      // A rule that was stored before a channel existed does not use this channel.
      ...mapped(toggleShape, (toggle) => toggle.default(false)),
      ...cooldown,
      // A rule that was stored before this field existed keeps the one cooldown that it had.
      cooldownPer: CooldownPer.default('rule'),
      ...meta,
      version: z.number().int(),
      ...merged(fields.map(({ stored }) => stored)),
      ...times,
    }),
    Rule,
    /** A channel answers a new secret once, in the response to the request that made it. */
    RuleWithSecret: z
      .object({ ...Rule.shape, ...merged(fields.map(({ responseOnce }) => responseOnce ?? {})) })
      .meta({ id: 'RuleWithSecret' }),
    CreateRule: withType(
      statesIdsOnce(
        z.strictObject({
          name: creatable.name,
          ruleType: RuleType,
          severity: Severity.default('warning'),
          ...selectorInput,
          conditions: Conditions.default({}),
          ...mapped(input, (schema, field) => (field in initial ? schema.default(initial[field]) : schema)),
          // The rule type has the default (`defaultCooldown`).
          cooldownMinutes: cooldown.cooldownMinutes.optional(),
          cooldownPer: CooldownPer.default('wallet'),
        }),
      ),
    ).meta({ id: 'CreateRule' }),
    UpdateRule: bothOrNeither(
      statesIdsOnce(
        notEmpty(
          z
            .strictObject(settable)
            .partial()
            .extend({ isActive: z.boolean().optional(), ...muteInput }),
        ),
      ),
    ).meta({ id: 'UpdateRule' }),
    TestedRule,
    TestRule: testRule(TestedRule).meta({ id: 'TestRule' }),
  };
}

const mapped = <T, U>(record: Readonly<Record<string, T>>, fn: (value: T, field: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([field, value]) => [field, fn(value, field)]));

export const { StoredRule, Rule, RuleWithSecret, CreateRule, UpdateRule, TestedRule, TestRule } = ruleSchemas(channels);
export type RuleSchemas = ReturnType<typeof ruleSchemas>;
export type StoredRule = z.output<typeof StoredRule>;
export type Rule = z.output<typeof Rule>;
/** A rule with its counts. */
export type CountedRule = StoredRule & Omit<Rule, 'audience'>;
export type CreateRule = z.output<typeof CreateRule>;
export type UpdateRule = z.output<typeof UpdateRule>;

export const RuleQuery = z.strictObject({
  ...paging,
  ruleType: RuleType.optional(),
  isActive: z.enum(['true', 'false']).optional(),
  walletId: Uuid.optional(),
});
export type RuleQuery = z.output<typeof RuleQuery>;

export const TestAnswer = z
  .object({
    matches: z.boolean(),
    reasons: z.array(Reason),
  })
  .meta({ id: 'RuleTest' });
