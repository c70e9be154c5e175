import type { components } from './api-types.ts';
import { BOUND_WORDS, exactFigure } from './figures.ts';
import { partiesInWords } from './named-parties.ts';

type Reason = components['schemas']['Reason'];

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/**
 * What a condition expects, or what it found, as a person reads it. All digits stay.
 * @param absent what null means to the condition.
 */
export function reasonText(value: unknown, absent = 'unknown'): string {
  if (value === null || value === undefined) return absent;
  if (value === true || value === false) return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => reasonText(each)).join(', ') || 'none';
  if (typeof value !== 'object') return String(value);
  const parts = entriesOf(value).map(([name, part]) => {
    const word = BOUND_WORDS[name];
    const text = reasonText(part);
    return word === undefined ? `${name.replaceAll('_', ' ')} ${text}` : `${word} ${exactFigure(text)}`;
  });
  return parts.join(', ');
}

const GROUP_WORDS: Readonly<Record<string, string>> = { tags: 'with the tag', types: 'of the type' };

/** Wallets, tags or types of a reason, each as a person says it. */
function inWords(name: string, values: unknown): string[] {
  const word = GROUP_WORDS[name];
  return (Array.isArray(values) ? values : [values]).map((value) =>
    word === undefined ? reasonText(value) : `${word} ${reasonText(value)}`,
  );
}

/** Whether a reason names wallets by their ids: single wallets, or single wallets and groups. */
export const isOfWallets = ({ condition }: Pick<Reason, 'condition'>): boolean =>
  condition === 'walletIds' || condition === 'wallets';

/**
 * The reason with the labels of its wallets in place of their ids, and with its groups in words: `Treasury, of the type
 * hot`. A wallet that is deleted or not loaded keeps its id.
 * @param labelOf the label of a wallet by its id.
 */
export function withWalletLabels<R extends Pick<Reason, 'condition' | 'expected' | 'actual'>>(
  reason: R,
  labelOf: (walletId: string) => string | undefined,
): R {
  if (!isOfWallets(reason)) return reason;
  const labelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(labelled);
    if (typeof value === 'string') return labelOf(value) ?? value;
    return value === null ? null : entriesOf(value).flatMap(([name, part]) => inWords(name, labelled(part)));
  };
  return { ...reason, expected: labelled(reason.expected), actual: labelled(reason.actual) };
}

/** Whether a condition asks the counterparty to be one of its names, or none. Undefined for another condition. */
const isOneOf = (condition: string): boolean | undefined =>
  ({ counterparty_in: true, counterparty_not_in: false })[/^\w+/.exec(condition)?.[0] ?? ''];

/** Whether a reason is about the counterparty, so that its text says what the counterparty is or is not. */
export const isOfParties = ({ condition }: Pick<Reason, 'condition'>): boolean => isOneOf(condition) !== undefined;

/**
 * What a condition asks for, as a person reads it: `not on the list exchanges`.
 * @param absent what null means to the condition.
 */
export function expectedText({ condition, expected }: Pick<Reason, 'condition' | 'expected'>, absent?: string): string {
  const wanted = isOneOf(condition);
  const text = reasonText(expected, absent);
  return wanted === undefined ? text.replace(/\blist:/g, 'the list ') : partiesInWords(text, wanted);
}

/** What is so where a condition does not hold: `not at least 50,000`, or `on the list exchanges`. */
export function unmetText(reason: Pick<Reason, 'condition' | 'expected'>): string {
  const wanted = isOneOf(reason.condition);
  return wanted === undefined ? `not ${expectedText(reason)}` : partiesInWords(reasonText(reason.expected), !wanted);
}

/** What was found. A number has grouped digits where the condition compares it with bounds. */
export function actualText(expected: unknown, actual: unknown, absent?: string): string {
  const text = reasonText(actual, absent);
  return entriesOf(expected).some(([name]) => name in BOUND_WORDS) ? exactFigure(text) : text;
}
