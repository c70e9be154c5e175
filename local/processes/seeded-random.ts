/**
 * Pseudo-random numbers of a seed. Each number depends on its name and not on the order of the draws: the parts of a
 * run draw concurrently, and their order changes from run to run.
 */
export function seededRandom(seed: number) {
  /** A number from 0 (included) to 1 (excluded). */
  const draw = (...name: readonly (string | number)[]): number => mixed(`${seed} ${name.join(' ')}`) / 2 ** 32;
  return {
    draw,
    /** A whole number from `least` to `most`, both included. */
    whole: (least: number, most: number, ...name: readonly (string | number)[]): number =>
      least + Math.floor(draw(...name) * (most - least + 1)),
    /** One of the keys, with a probability proportional to its weight. */
    of<T extends string>(weights: Readonly<Partial<Record<T, number>>>, ...name: readonly (string | number)[]): T {
      const all = Object.entries<number | undefined>(weights).map(([key, weight = 0]) => ({ key: key as T, weight }));
      let left = draw(...name) * all.reduce((sum, { weight }) => sum + weight, 0);
      for (const { key, weight } of all) {
        left -= weight;
        if (left < 0) return key;
      }
      throw new Error('There is no positive weight');
    },
  };
}

export type SeededRandom = ReturnType<typeof seededRandom>;

/** FNV-1a with the final mix of murmur3, 32 bits. Texts that differ in one digit give unrelated numbers. */
function mixed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
