import type { ListDefinition } from './definition.ts';
import type { Entry } from './entries.ts';

/**
 * The terms of a leaf as a Bloom filter: 8 bits for each of some 100 terms. For 2 % of the terms that a leaf lacks, the
 * summary says that the leaf may have them. The summaries of 36 leaves take less than 4 KB. A summary of no bytes says
 * nothing. Stored nodes have these summaries, so the numbers and the hash must never change.
 */
export type LeafTerms = Uint8Array;

const BYTES = 104;
const BITS_OF_A_TERM = 5;

export function termsOf({ terms = [], fields }: ListDefinition, entries: readonly Entry[]): LeafTerms {
  const summary = new Uint8Array(BYTES);
  for (const field of terms) {
    const place = fields.indexOf(field);
    for (const value of new Set(entries.map(({ tuple }) => tuple[place] ?? ''))) {
      for (const term of value.split(' ')) {
        for (const bit of bitsOf(field, term)) summary[bit >> 3] = (summary[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
  }
  return summary;
}

/** Whether a leaf may have an entry with all these terms, each as its bits. */
export const mayHave = (summary: LeafTerms, terms: readonly (readonly number[])[]): boolean =>
  summary.length === 0 || terms.every((bits) => bits.every((bit) => ((summary[bit >> 3] ?? 0) >> (bit & 7)) & 1));

/** The bits of a term in a summary. */
export function bitsOf(field: string, term: string): number[] {
  const text = `${field} ${term}`;
  const [first, second] = [hashOf(text, 0x811c9dc5), hashOf(text, 0x2f0b4a27) | 1];
  return Array.from({ length: BITS_OF_A_TERM }, (_, n) => ((first + n * second) >>> 0) % (8 * BYTES));
}

/** FNV-1a. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
