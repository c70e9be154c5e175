import { anyMatchForm } from '../../chains/any-address.ts';
import type { StoredRule } from './schema.ts';

/** The spelling in which names are compared: of an address, or of a symbol. */
export const nameForm = (text: string): string => anyMatchForm(text).toLowerCase();

/** The addresses and symbols that the conditions of rules name, and their few other texts. */
export const namesIn = (rules: readonly Pick<StoredRule, 'conditions'>[]): ReadonlySet<string> =>
  new Set(rules.flatMap(({ conditions }) => textsIn(conditions)).map(nameForm));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
