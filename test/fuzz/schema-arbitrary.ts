import fc from 'fast-check';
import * as z from 'zod';
import { RuleType, ruleTypes } from '../../lib/alerts/rules/types/rule-types.ts';
import { channels } from '../../lib/channels/index.ts';
import { fieldValues, type Json, text } from './values.ts';

/** The part of JSON Schema that the schemas of the routes use. */
const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.string()).optional(),
  const: z.union([z.string(), z.boolean()]).optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get items() {
    return Schema.optional();
  },
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
});
type Schema = z.output<typeof Schema>;
type JsonObject = Record<string, Json>;

/** The mutations make longer lists and texts. */
const USUAL_LENGTH = 4;
const USUAL_NUMBER = 1_000_000;

const DEFS = '#/$defs/';

/** The JSON Schema of a schema, with the definitions of components in their places. */
function jsonSchemaOf(schema: z.ZodType): Schema {
  const { $defs = {}, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const inlined = (given: unknown): unknown =>
    JSON.parse(JSON.stringify(given), (_, value) => {
      const { $ref } = Object(value);
      return typeof $ref === 'string' ? inlined($defs[$ref.slice(DEFS.length)]) : value;
    });
  return Schema.parse(inlined(own));
}

/** Input that matches a schema, except for rules that neither JSON Schema nor `fieldValues` expresses. */
export function validInput(schema: z.ZodType): fc.Arbitrary<Json> {
  return inputOf(jsonSchemaOf(schema), '');
}

/** The properties of an object's schema, each with an arbitrary of its values. */
export function validProperties(schema: z.ZodType): { name: string; value: fc.Arbitrary<Json>; isRequired: boolean }[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    value: inputOf(property, name),
    isRequired: required.includes(name),
  }));
}

function inputOf(schema: Schema, field: string): fc.Arbitrary<Json> {
  if (schema.format === 'date-time') return instant;
  const known = fieldValues[field];
  // An instant of a record is written in one way only, whatever its field accepts from callers elsewhere.
  const isInstant = schema.anyOf?.some(({ format }) => format === 'date-time') ?? false;
  if (known !== undefined && schema.type !== 'array' && !isInstant) return known;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => inputOf(each, field)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => inputOf({ ...schema, type }, field)));
  switch (schema.type) {
    case 'string':
      return schema.pattern === undefined ? textOf(schema) : fc.stringMatching(new RegExp(schema.pattern));
    case 'integer':
      return fc.integer(rangeOf(schema));
    case 'number':
      return fc.oneof(fc.integer(rangeOf(schema)), fc.double({ ...rangeOf(schema), noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listOf(schema, field);
    case 'object':
      return objectOf(schema);
    default:
      return text;
  }
}

/** Of years with four digits. */
const instant = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const textOf = ({ minLength = 0, maxLength = 1000 }: Schema) =>
  fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 12)) });

const rangeOf = ({ minimum = -USUAL_NUMBER, maximum = USUAL_NUMBER }: Schema) => ({
  min: minimum,
  max: Math.max(minimum, Math.min(maximum, USUAL_NUMBER)),
});

const listOf = ({ items = {}, minItems = 0, maxItems = USUAL_LENGTH }: Schema, field: string) =>
  fc.array(inputOf(items, field), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, USUAL_LENGTH)),
  });

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Json> {
  const { conditions, ...others } = properties;
  const rest = fc
    .tuple(recordOf(others, required), fc.boolean())
    .map(([object, first]) => withWholeMute(withOneOf(object, first)))
    .chain(withConfig);
  if (conditions === undefined) return rest;
  // The schema accepts any object as conditions. The rule type decides which conditions are valid.
  return rest.chain((object) => {
    const given = RuleType.options.find((name) => name === object.ruleType);
    const ruleType = given === undefined ? fc.constantFrom(...RuleType.options) : fc.constant(given);
    const isTyped = properties.ruleType !== undefined;
    // The type of an existing rule is unknown here. Most conditions would belong to another type.
    if (!isTyped && Object.keys(object).length > 0) return fc.constant(object);
    return ruleType.chain(conditionsOf).map((values): Json => ({ ...object, conditions: values }));
  });
}

/** The schema accepts the config of any kind of destination. The kind decides which config is valid. */
function withConfig(object: JsonObject): fc.Arbitrary<JsonObject> {
  const { destination } = channels.all.find(({ kind }) => 'config' in object && kind === object.kind) ?? {};
  if (destination === undefined) return fc.constant(object);
  return validInput(z.strictObject(destination.config)).map((config) => ({ ...object, config }));
}

const conditionsByType = new Map<string, fc.Arbitrary<Json>>();

/** One arbitrary per rule type, cached: reading a schema takes longer than generating a value. */
function conditionsOf(ruleType: RuleType): fc.Arbitrary<Json> {
  const cached = conditionsByType.get(ruleType) ?? validInput(ruleTypes[ruleType].conditions);
  conditionsByType.set(ruleType, cached);
  return cached;
}

/** Groups of fields of which a request may have only one. */
const EITHER = [
  ['rule', 'ruleId'],
  ['wallets', 'walletIds'],
  ['transaction', 'transactionId'],
  ['webhookId', 'destinationId'],
  ['direction', 'side'],
  ['direction', 'other_end'],
];

/** Removes one of two fields that exclude each other, or that often contradict each other. */
function withOneOf(object: JsonObject, first: boolean): JsonObject {
  const surplus = EITHER.filter((pair) => pair.every((name) => name in object)).map((pair) => pair[first ? 1 : 0]);
  return Object.fromEntries(Object.entries(object).filter(([name]) => !surplus.includes(name)));
}

/** A mute has an end and a reason, or neither. The other field of a request that has one of them may be anything. */
function withWholeMute(object: JsonObject): JsonObject {
  const { mutedUntil = null, muteReason = null, muteCritical, ...others } = object;
  const isWhole = mutedUntil !== null && muteReason !== null;
  return isWhole ? object : { ...others, ...('mutedUntil' in object && { mutedUntil: null }) };
}

function recordOf(properties: Record<string, Schema>, required: readonly string[]): fc.Arbitrary<JsonObject> {
  const values: Record<string, fc.Arbitrary<Json>> = {};
  for (const [name, property] of Object.entries(properties)) values[name] = inputOf(property, name);
  return fc.record(values, { requiredKeys: required.filter((name) => name in values) });
}
