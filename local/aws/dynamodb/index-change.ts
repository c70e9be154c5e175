import * as z from 'zod';
import { AwsError } from '../aws-answer.ts';
import { Attributes } from './attributes.ts';
import type { IndexValues, LaggingIndex } from './lagging-index.ts';

export const Update = z.object({
  UpdateExpression: z.string().optional(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).optional(),
  ExpressionAttributeValues: Attributes.optional(),
});
export type Update = z.output<typeof Update>;

/**
 * The index attributes that a write sets, or removes if the value is undefined. Undefined when the write does not touch
 * these attributes.
 * @throws AwsError for an update expression that the engine cannot interpret. lib/platform/table/write.ts generates the
 *   expressions that it interprets.
 */
export function indexChangeOf(
  action: string,
  attributes: Attributes,
  update: Update,
  index: LaggingIndex,
): IndexValues | undefined {
  if (action === 'Put') return index.valuesIn(attributes);
  if (action === 'Delete') return index.valuesIn({});
  return action === 'Update' ? changedBy(update, index.attributes) : undefined;
}

/** The clauses of an update expression. No name or value contains a space. */
const CLAUSES = /\b(SET|REMOVE|ADD|DELETE)\s+(.*?)(?=\s+(?:SET|REMOVE|ADD|DELETE)\s|$)/g;
/** `#name = :value` of a SET, or `#name` of a REMOVE. */
const ACTION = /^\s*(#?\w+)(?:\s*=\s*(:\w+))?\s*$/;
const Text = z.object({ S: z.string() });

function changedBy(update: Update, indexed: readonly string[]): IndexValues | undefined {
  const { UpdateExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = update;
  const names = new Map(Object.entries(ExpressionAttributeNames).filter(([, name]) => indexed.includes(name)));
  for (const name of indexed) names.set(name, name);
  const touches = (text: string): boolean => (text.match(/#?\w+/g) ?? []).some((word) => names.has(word));
  if (!touches(UpdateExpression)) return undefined;
  const changed: Record<string, string | undefined> = {};
  for (const [, clause, actions = ''] of UpdateExpression.matchAll(CLAUSES)) {
    // No comma in parentheses separates actions.
    for (const action of actions.split(/,(?![^(]*\))/).filter(touches)) {
      const [, attribute = '', value] = ACTION.exec(action) ?? [];
      const name = names.get(attribute);
      const text = Text.safeParse(ExpressionAttributeValues[value ?? '']).data?.S;
      const isSet = clause === 'SET' && text !== undefined;
      const isRemoved = clause === 'REMOVE' && value === undefined;
      if (name === undefined || (!isSet && !isRemoved)) {
        throw new AwsError(500, 'InternalFailure', `The strict DynamoDB cannot interpret: ${UpdateExpression}`);
      }
      changed[name] = text;
    }
  }
  return changed;
}
