import type * as z from 'zod';
import type { FieldError } from './errors.ts';

/**
 * What a schema found wrong, as the contract words it: dotted paths, an unknown key under its own path, each field once.
 * Of several things wrong with a field the first is told: the others mostly follow from it.
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
      // The alternative that got furthest is the one that the caller meant.
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
  return issue.message;
}
