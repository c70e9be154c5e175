import names from './method-names.json' with { type: 'json' };

/**
 * The names of common methods by 4-byte selector: `0x` and 8 hex digits → name. Two methods can share a selector; the
 * table holds the method in use.
 */
const table: ReadonlyMap<string, string> = new Map(Object.entries(names));

/** The name of the method that a selector calls. Undefined when the table does not know the selector. */
export const methodName = (selector: string): string | undefined => table.get(selector.toLowerCase());
