/** A number with its noun, such as "1 block" and "2 blocks". */
export const counted = (n: number, noun: string): string => `${n.toLocaleString()} ${noun}${n === 1 ? '' : 's'}`;
