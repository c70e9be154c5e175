import type { Condition } from './write.ts';

/** A condition that states something. */
export type Stated = Condition & { readonly when: string };

/**
 * Holds while the attributes of an item are as they were read: what was missing must still be missing.
 * @param seen the item as it was read. Null where there was none: then there must still be none.
 */
export function ifSame<T extends object>(seen: T | null, ...attributes: readonly (keyof T & string)[]): Stated {
  if (seen === null) return { when: 'attribute_not_exists(#pk)' };
  const values = Object.fromEntries(
    attributes.filter((name) => seen[name] !== undefined).map((name) => [`:same_${name}`, seen[name]]),
  );
  const texts = attributes.map((name) =>
    seen[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :same_${name}`,
  );
  return { when: texts.join(' AND '), values };
}

/** Holds while all conditions hold. A condition with `OR` stands in parentheses of its own. */
export function allOf(...conditions: readonly Condition[]): Condition {
  const texts = conditions.flatMap(({ when }) => when ?? []);
  const values = Object.assign({}, ...conditions.map((each) => each.values));
  return {
    ...(texts.length > 0 && { when: texts.join(' AND ') }),
    ...(Object.keys(values).length > 0 && { values }),
  };
}
