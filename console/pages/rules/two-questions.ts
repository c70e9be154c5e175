import { type Field, recordOf } from './schema-fields.ts';

const ENDS: Readonly<Record<string, object>> = {
  outbound: { side: 'sends', other_end: 'outside' },
  inbound: { side: 'receives', other_end: 'outside' },
  internal: { other_end: 'own' },
};

/**
 * The rule without a direction. The form asks two questions in its place: which end of the transfer the wallet is, and
 * what the other end is. A silence has no transfer, and keeps its direction.
 */
export function inTwoQuestions<T extends { readonly ruleType?: string; readonly conditions?: unknown }>(rule: T): T {
  const { direction, other_end: end, ...others } = recordOf(rule.conditions);
  if (direction === undefined || rule.ruleType === 'silence') return rule;
  // Beside a direction, any other end narrows nothing.
  const stated = end === undefined || end === 'any' ? {} : { other_end: end };
  return { ...rule, conditions: { ...ENDS[String(direction)], ...others, ...stated } };
}

/** The conditions without the field of the direction, where they ask for the ends. */
export const withoutDirection = (field: Field): Field =>
  field.kind === 'group' && field.fields.some(({ name }) => name === 'side')
    ? { ...field, fields: field.fields.filter(({ name }) => name !== 'direction') }
    : field;
