import { type components, usdFigure } from '../../sdk/index.ts';

type Status = components['schemas']['Transaction']['valueStatus'];

/**
 * What stands in place of a value in USD that is not known, or behind a value while other prices are missing.
 * @returns null when there is nothing to add to the value.
 */
export function missingPrice(value: string | null, status: Status | undefined): { text: string; why: string } | null {
  if (status === 'pending') {
    return { text: value === null ? 'Pending' : '(more pending)', why: 'A price source failed and is asked again' };
  }
  return value === null ? { text: '–', why: 'No price is known' } : null;
}

/** What a cooldown suppressed since the last alert, such as "3 matches, the largest of 300 USD". */
export function suppressedText({ count, largestUsd }: components['schemas']['Suppressed']): string {
  if (count === 0) return 'Nothing since the last alert';
  const matches = count === 1 ? '1 match' : `${count.toLocaleString('en')} matches`;
  return largestUsd === null ? matches : `${matches}, the largest of ${usdFigure(largestUsd)}`;
}
