import * as z from 'zod';
import { AwsError } from '../aws-answer.ts';
import { Attributes } from './attributes.ts';

const Conditioned = z.object({
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: Attributes,
});

const Text = z.object({ S: z.string() });

const RANGES = [
  String.raw`#?\w+\s*(?<sign>=|<=|<|>=|>)\s*(?<value>:\w+)`,
  String.raw`#?\w+\s+BETWEEN\s+(?<from>:\w+)\s+AND\s+(?<to>:\w+)`,
  String.raw`begins_with\s*\(\s*#?\w+\s*,\s*(?<prefix>:\w+)\s*\)`,
].join('|');

/** `hash = :p`, alone or with a condition on the sort key. */
const EXPRESSION = new RegExp(String.raw`^\s*#?\w+\s*=\s*(?<partition>:\w+)(?:\s+AND\s+(?:${RANGES}))?\s*$`, 'i');

export interface KeyCondition {
  /** The value of the partition key, in DynamoDB's JSON. */
  readonly partition: unknown;
  /** Whether a text as sort key satisfies the condition. */
  readonly matches: (range: string) => boolean;
}

/** Reads the key condition of a query. @throws AwsError for a form that this code does not use. */
export function keyConditionOf(json: unknown): KeyCondition {
  const { KeyConditionExpression, ExpressionAttributeValues } = Conditioned.parse(json);
  const { groups } = EXPRESSION.exec(KeyConditionExpression) ?? {};
  if (groups === undefined) {
    throw new AwsError(500, 'InternalFailure', `The strict DynamoDB cannot interpret: ${KeyConditionExpression}`);
  }
  const valueNamed = (name: string | undefined): unknown => ExpressionAttributeValues[name ?? ''];
  const text = (name: string | undefined): string => Text.parse(valueNamed(name)).S;
  return { partition: valueNamed(groups.partition), matches: rangeTest(groups, text) };
}

function rangeTest(
  { sign, value, from, to, prefix }: Record<string, string | undefined>,
  text: (name: string | undefined) => string,
): KeyCondition['matches'] {
  if (prefix !== undefined) return (range) => range.startsWith(text(prefix));
  if (from !== undefined) return (range) => range >= text(from) && range <= text(to);
  switch (sign) {
    case undefined:
      return () => true;
    case '=':
      return (range) => range === text(value);
    case '<':
      return (range) => range < text(value);
    case '<=':
      return (range) => range <= text(value);
    case '>':
      return (range) => range > text(value);
    default:
      return (range) => range >= text(value);
  }
}
