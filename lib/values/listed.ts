/**
 * The names of a registry in the order of the API: first the names that have a place of their own, then the others. The
 * exports of a module, of which a registry is made, come in alphabetical order.
 */
export function listed<T extends object>(registry: T, first: readonly (keyof T & string)[]): (keyof T & string)[] {
  const others = Object.keys(registry).filter((name): name is keyof T & string => !first.some((each) => each === name));
  return [...first, ...others];
}
