export const NO_TAG = 'must be a number from 0 to 4294967295';

/** The destination tag that a text states; undefined for a text that is none. */
export function tagIn(text: string): number | undefined {
  const tag = Number(text);
  return /^\d{1,10}$/.test(text) && tag <= 0xffffffff ? tag : undefined;
}
