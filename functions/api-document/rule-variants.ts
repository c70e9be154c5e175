import * as z from 'zod';
import { CreateRule, Rule, RuleWithSecret, TestedRule, UpdateRule } from '../../lib/alerts/rules/schema.ts';
import { RuleType, ruleTypes } from '../../lib/alerts/rules/types/rule-types.ts';

/*
 * Rules in the OpenAPI document: one schema for each rule type, with the conditions of this type. The schemas that
 * validate requests know the conditions as an object and check them by the type. So an error of another field does not
 * hide the errors of the conditions.
 */

type Shape = Readonly<Record<string, z.ZodType>>;

/** `large_transfer` → `LargeTransferConditions`. */
const conditionsId = (ruleType: string): string =>
  `${ruleType.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())}Conditions`;

/** `nft_transfer` → `NFT transfer`. Without a title, readers of the document see fifteen times "object". */
const titleOf = (ruleType: string): string =>
  ruleType
    .replace(/^nft/, 'NFT')
    .replaceAll('_', ' ')
    .replace(/^./, (first) => first.toUpperCase());

const conditions = new Map(
  RuleType.options.map((name) => [name, ruleTypes[name].conditions.meta({ id: conditionsId(name) })] as const),
);
const conditionsOf = (name: RuleType): z.ZodType => conditions.get(name) ?? z.never();

/** Conditions may be left out if the rule type needs none. */
const optional = (own: z.ZodType): z.ZodType => (own.safeParse({}).success ? own.default({}) : own);

/** The service answers the conditions as they were given. */
const givenConditions = (name: RuleType): z.ZodType =>
  z.unknown().meta({ $ref: `#/components/schemas/${conditionsId(name)}` });

const variant = (shape: Shape, name: RuleType, own: z.ZodType) => ({
  ...shape,
  ruleType: z.literal(name),
  conditions: own,
});

/** A union over the rule types. */
function variants(make: (name: RuleType) => z.ZodObject): z.ZodType {
  const [first, ...others] = RuleType.options.map((name) => make(name).meta({ title: titleOf(name) }));
  if (first === undefined) throw new Error('There is no rule type');
  return z.discriminatedUnion('ruleType', [first, ...others]);
}

/** The fields of a new rule. Each rule type has its own default of the cooldown. */
const shapeFor = (name: RuleType): Shape => ({
  ...CreateRule.shape,
  cooldownMinutes: CreateRule.shape.cooldownMinutes.unwrap().default(ruleTypes[name].cooldownMinutes),
});

/** The schemas of requests, by the names of their components. */
export const requestVariants: Readonly<Record<string, z.ZodType>> = {
  CreateRule: variants((name) => z.strictObject(variant(shapeFor(name), name, optional(conditionsOf(name))))),
  TestedRule: variants((name) => z.strictObject(variant(TestedRule.shape, name, optional(conditionsOf(name))))),
  // A change does not name the rule type, which never changes.
  UpdateRule: z.strictObject({ ...UpdateRule.shape, conditions: z.union([...conditions.values()]).optional() }),
};

/** The schemas of answers, by the names of their components. */
export const answerVariants: Readonly<Record<string, z.ZodType>> = {
  Rule: variants((name) => z.object(variant(Rule.shape, name, givenConditions(name)))),
  RuleWithSecret: variants((name) => z.object(variant(RuleWithSecret.shape, name, givenConditions(name)))),
};
