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
      return closest ?? [{ path: dotted(path), message: issue.message }];
    }
    return [{ path: dotted(path), message: sentence(issue) }];
  });
}

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.');
const depth = (errors: readonly FieldError[]): number => Math.max(...errors.map(({ path }) => path.split('.').length));

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.includes('received undefined')) return 'is required';
  if (issue.code === 'invalid_value') return `must be ${alternatives(issue.values)}`;
  return issue.message;
}

const alternatives = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;
