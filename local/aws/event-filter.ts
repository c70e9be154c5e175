import * as z from 'zod';

const Condition = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ suffix: z.string() }),
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ 'anything-but': z.array(z.union([z.string(), z.number()])) }),
]);
type Condition = z.output<typeof Condition>;

type Pattern = { readonly [field: string]: readonly Condition[] | Pattern };
const Pattern: z.ZodType<Pattern> = z.lazy(() => z.record(z.string(), z.union([z.array(Condition), Pattern])));

/** Returns whether a record matches a filter of an event source mapping. Without filters every record matches. */
export type Filter = (record: unknown) => boolean;

/**
 * Reads filter patterns of EventBridge, each a JSON text. Supports conditions on equality, prefix, suffix, existence
 * and `anything-but`.
 * @throws ZodError for any other condition. The stack never ignores a condition silently.
 */
export function filterOf(patterns: readonly string[]): Filter {
  const parsed = patterns.map((pattern) => Pattern.parse(JSON.parse(pattern)));
  return (record) => parsed.length === 0 || parsed.some((pattern) => matches(pattern, record));
}

const matches = (pattern: Pattern, value: unknown): boolean =>
  Object.entries(pattern).every(([field, expected]) => {
    const actual: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
    if (!isConditions(expected)) return matches(expected, actual);
    // A list matches when one of its values does.
    const values: unknown[] = Array.isArray(actual) ? actual : [actual];
    return expected.some((condition) => values.some((each) => holds(condition, each)));
  });

const isConditions = (expected: readonly Condition[] | Pattern): expected is readonly Condition[] =>
  Array.isArray(expected);

function holds(condition: Condition, actual: unknown): boolean {
  if (condition === null || typeof condition !== 'object') return actual === condition;
  if ('exists' in condition) return (actual !== undefined) === condition.exists;
  if ('anything-but' in condition) {
    return actual !== undefined && condition['anything-but'].every((excluded) => actual !== excluded);
  }
  if (typeof actual !== 'string') return false;
  return 'prefix' in condition ? actual.startsWith(condition.prefix) : actual.endsWith(condition.suffix);
}
