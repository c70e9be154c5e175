import type * as z from 'zod';
import type { FieldError } from './errors.ts';

/** What a schema found wrong, as the contract words it: dotted paths, an unknown key under its own path. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): FieldError[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: dotted([...path, key]), message: 'is not a known field' }));
    }
    if (issue.code === 'invalid_union') {
      // The alternative that got furthest is the one that the caller meant.
      const [closest] = issue.errors
        .map((errors) => fieldErrors(errors, path))
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
