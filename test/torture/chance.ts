/**
 * Numbers that follow from a seed alone. Each is drawn by name and not in turn, so that what one part of a run draws does not
 * depend on what another, which may be faster the next time, has drawn before it.
 */
export function chance(seed: number) {
  /** From 0 up to 1. */
  const draw = (...name: readonly (string | number)[]): number => mixed(`${seed} ${name.join(' ')}`) / 2 ** 32;
  return {
    draw,
    /** From `least` to `most`, both included. */
    whole: (least: number, most: number, ...name: readonly (string | number)[]): number =>
      least + Math.floor(draw(...name) * (most - least + 1)),
    /** One of these, the more likely the larger its weight. */
    of<T extends string>(weights: Readonly<Partial<Record<T, number>>>, ...name: readonly (string | number)[]): T {
      const all = Object.entries<number | undefined>(weights).map(([key, weight = 0]) => ({ key: key as T, weight }));
      let left = draw(...name) * all.reduce((sum, { weight }) => sum + weight, 0);
      for (const { key, weight } of all) {
        left -= weight;
        if (left < 0) return key;
      }
      throw new Error('nothing to choose from');
    },
  };
}

export type Chance = ReturnType<typeof chance>;

/** FNV-1a with a final mix (murmur3's), 32 bits: texts that differ in one digit give numbers that have nothing in common. */
function mixed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
