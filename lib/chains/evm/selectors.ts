import signatures from './selectors.json' with { type: 'json' };

/**
 * Common methods by 4-byte selector: `0x` and 8 hex digits → signature. Two signatures can share a selector (4 bytes
 * collide). The table holds the signature that is in use.
 */
const table: ReadonlyMap<string, string> = new Map(Object.entries(signatures));

const nameIn = (signature: string): string => signature.slice(0, signature.indexOf('('));

/** The name of the method that a selector calls; undefined for a selector that is not in the table. */
export function methodName(selector: string): string | undefined {
  const signature = table.get(selector.toLowerCase());
  return signature === undefined ? undefined : nameIn(signature);
}

/** The selectors of every known method of this name, whatever its arguments. */
export const selectorsOf = (name: string): string[] =>
  [...table].filter(([, signature]) => nameIn(signature) === name).map(([selector]) => selector);
