import type { components } from './api-types.ts';

type Change = components['schemas']['AuditEntry']['changes'][number];

/**
 * The values of a change of the audit log, before and after, for people only: a value that is absent reads as `none`,
 * as a text with this word does. A secret has one value, `(changed)`: it is the same before and after.
 */
export function changedValues({ before, after }: Change): readonly string[] {
  const [old, young] = [valueText(before), valueText(after)];
  return old === young ? [young] : [old, young];
}

/** A change of the audit log in one line, such as `cooldownMinutes: 5 -> 10`. */
export const changeText = (change: Change): string => `${change.path}: ${changedValues(change).join(' -> ')}`;

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
