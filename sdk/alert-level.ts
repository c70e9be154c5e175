import type { components } from './api-types.ts';

type AlertEvent = components['schemas']['AlertEvent'];

/** What the level of an alert counts: hours, USD or an asset. Null when the alert does not tell. */
export function levelUnit({
  ruleType,
  reasons,
  subject,
}: Pick<AlertEvent, 'ruleType' | 'reasons' | 'subject'>): string | null {
  if (ruleType === 'silence') return subject?.level === '1' ? 'hour' : 'hours';
  if (reasons.some(({ condition }) => condition === 'left_usd')) return 'USD';
  return subject?.symbol ?? null;
}
