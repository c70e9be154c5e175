import { type Family, familyNames, familyOf } from './registry.ts';

/** A transaction hash in the only spelling that a family stores and compares. */
export interface HashCandidate {
  readonly family: Family;
  readonly hash: string;
}

/**
 * The families whose hashes have the format of this text, each with the family's canonical form. Families may share a
 * format, so the caller asks all candidates. Empty when the text is no transaction hash.
 */
export const hashCandidates = (text: string): HashCandidate[] =>
  familyNames.flatMap((family) => {
    const hash = familyOf(family).parseHash(text);
    return hash === null ? [] : [{ family, hash }];
  });
