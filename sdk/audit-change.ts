import type { components } from './api-types.ts';

type Change = components['schemas']['AuditEntry']['changes'][number];

/**
 * The values of a change of the audit log, before and after, for people only: a value that is absent reads as `none`,
 * and an empty text or list as `nothing`. A text with such a word reads the same. Values that read the same before and
 * after, such as a secret with `(changed)`, stand there once.
 */
export function changedValues({ before, after }: Change): readonly string[] {
  const [old, young] = [valueText(before), valueText(after)];
  return old === young ? [young] : [old, young];
}

/** A change of the audit log in one line, such as `cooldownMinutes: 5 -> 10`. */
export const changeText = (change: Change): string => `${change.path}: ${changedValues(change).join(' -> ')}`;

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'nothing';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
