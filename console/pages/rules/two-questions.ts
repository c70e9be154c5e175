import { type Field, recordOf } from './schema-fields.ts';

const ENDS: Readonly<Record<string, object>> = {
  outbound: { side: 'sends', other_end: 'outside' },
  inbound: { side: 'receives', other_end: 'outside' },
  internal: { other_end: 'own' },
};

/**
 * The rule without a direction. The form asks two questions in its place: which end of the transfer the wallet is, and
 * what the other end is.
 */
export function inTwoQuestions<T extends { readonly conditions?: unknown }>(rule: T): T {
  const { direction, other_end: end, ...others } = recordOf(rule.conditions);
  if (direction === undefined) return rule;
  // Beside a direction, any other end narrows nothing.
  const stated = end === undefined || end === 'any' ? {} : { other_end: end };
  return { ...rule, conditions: { ...ENDS[String(direction)], ...others, ...stated } };
}

/** The conditions without the field of the direction. */
export const withoutDirection = (field: Field): Field =>
  field.kind === 'group' ? { ...field, fields: field.fields.filter(({ name }) => name !== 'direction') } : field;
