import { useState } from 'react';
import { fieldErrors } from './problem-advice.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The messages of a refused request by the path of their field. A message goes as soon as the user changes its field:
 * the message does not speak of the new value.
 * @param values what the form holds, by paths as the API names them: `url`, `conditions.value_usd.gte`, or `match` for
 *   everything beneath.
 */
export function useFieldErrors(error: unknown, values: Values): ReadonlyMap<string, string> {
  const [refused, setRefused] = useState({ error, values });
  // In the render, not in an effect: an effect would show the old messages for a moment.
  if (refused.error !== error) setRefused({ error, values });
  const before = refused.error === error ? refused.values : values;
  return unchangedErrors(requiredWhereEmpty(fieldErrors(error), before), before, values);
}

/** The messages of a form: a field that was empty is required, however the API says so. */
export const requiredWhereEmpty = (errors: ReadonlyMap<string, string>, values: Values): ReadonlyMap<string, string> =>
  new Map([...errors].map(([path, message]) => [path, isEmpty(valueAt(values, path)) ? 'is required' : message]));

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** The value of a path such as `config.url`, which a form holds under this name or inside `config`. */
const valueAt = (values: Values, path: string): unknown =>
  path in values ? values[path] : path.split('.').reduce<unknown>((value, name) => Object(value)[name], values);

/** The messages without those whose field, or a part of it, differs. */
export function unchangedErrors(
  errors: ReadonlyMap<string, string>,
  before: Values,
  now: Values,
): ReadonlyMap<string, string> {
  const isOf = (path: string, name: string) =>
    path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`);
  const changed = Object.keys(now).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  return new Map([...errors].filter(([path]) => !changed.some((name) => isOf(path, name))));
}
