/** Whether the chain itself has stated a record. */
export const verifiedText = (isVerified: boolean): string =>
  isVerified ? 'Yes, by the chain' : 'No, only a user has stated it';

/** How many entries of a transaction its record does not hold; null when it holds all. */
export const omittedText = (omitted: number): string | null =>
  omitted > 0 ? `${omitted.toLocaleString()} more are not stored. The rules were evaluated on all of them.` : null;
