import type { components } from './api-types.ts';

type Change = components['schemas']['AuditEntry']['changes'][number];

/**
 * A change of the audit log in one line, such as `cooldownMinutes: 5 -> 10`. For people only: a value that is absent
 * reads as `none`, as a text with this word does.
 */
export function changeText({ path, before, after }: Change): string {
  const [old, young] = [valueText(before), valueText(after)];
  // Only a secret is the same before and after its change: both say `(changed)`.
  return old === young ? `${path}: ${young}` : `${path}: ${old} -> ${young}`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
