import type * as z from 'zod';
import type { FieldError } from './errors.ts';

/**
 * Converts the issues of a schema to the field errors of the API: dotted paths, an unknown key under its own path, and
 * one error per field. When a field has several errors, reports the first error, because the other errors mostly follow
 * from the first error.
 */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const error of allErrors(issues, base)) if (!byPath.has(error.path)) byPath.set(error.path, error);
  return [...byPath.values()];
}

function allErrors(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[]): FieldError[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: dotted([...path, key]), message: 'is not a known field' }));
    }
    if (issue.code === 'invalid_union') {
      // The caller most likely meant the alternative whose errors lie deepest in the value.
      const [closest] = issue.errors
        .map((errors) => allErrors(errors, path))
        .sort((a, b) => depth(b) - depth(a) || a.length - b.length);
      return closest ?? [{ path: dotted(path), message: sentence(issue) }];
    }
    return [{ path: dotted(path), message: sentence(issue) }];
  });
}

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.');
const depth = (errors: readonly FieldError[]): number => Math.max(...errors.map(({ path }) => path.split('.').length));

/** The text of an issue: the words of its schema, or plain words where the schema leaves the words to zod. */
const sentence = (issue: z.core.$ZodIssue): string =>
  (WORDS_OF_ZOD.test(issue.message) ? plainly(issue) : undefined) ?? issue.message;

const WORDS_OF_ZOD = /^(Too|Invalid) /;

function plainly(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.includes('received undefined') ? 'is required' : `must be ${kindOf(issue.expected)}`;
    case 'invalid_value':
      return `must be ${alternatives(issue.values)}`;
    case 'too_big':
      return within(issue, issue.inclusive ? 'at most' : 'less than', issue.maximum);
    case 'too_small':
      return within(issue, issue.inclusive ? 'at least' : 'more than', issue.minimum);
    case 'invalid_format':
      return FORMATS[issue.format] && `must be ${FORMATS[issue.format]}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'must have one of the forms in the documentation';
    default:
      return undefined;
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an email address',
  url: 'a URL',
  datetime: 'an ISO 8601 instant',
};
const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const kindOf = (expected: string): string => KINDS[expected] ?? `a ${expected}`;

/** What the length of a value counts. A number has no length. */
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'entry', set: 'entry' };

function within({ origin, exact }: { origin: string; exact?: boolean }, bound: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${bound} ${limit}`;
  return `must have ${exact ? 'exactly' : bound} ${limit} ${limit === 1 ? unit : plural(unit)}`;
}

const plural = (unit: string): string => `${unit}s`.replace(/ys$/, 'ies');

const alternatives = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;
