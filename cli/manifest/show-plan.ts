import { plainText, safeJson } from '../output/plain-text.ts';
import type { PlannedChange } from './planned-change.ts';

const MARK = { create: '+', change: '~', delete: '-' } as const;

/** A line for each change, for example `~ rule     Large payments: severity "warning" → "critical"`. */
export const changeLine = ({ action, resource, name, fields }: PlannedChange): string => {
  const shown = fields.map(({ field, from, to }) => `${field} ${safeJson(from) ?? 'unset'} → ${safeJson(to)}`);
  const details = shown.length === 0 ? '' : `: ${shown.join(', ')}`;
  return plainText(`${MARK[action]} ${resource.padEnd(8)} ${name}${details}`);
};

export function summary(changes: readonly PlannedChange[]): string {
  const count = (wanted: PlannedChange['action']) => changes.filter(({ action }) => action === wanted).length;
  return `${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete.`;
}

/** A change as `--json` prints it. */
export const changeDocument = ({ action, resource, name, id, fields }: PlannedChange) => ({
  action,
  resource,
  name,
  id,
  fields,
});
