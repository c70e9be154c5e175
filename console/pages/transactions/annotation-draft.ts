/** The notes and tags of a transaction. */
export interface Notes {
  readonly notes: string;
  readonly tags: readonly string[];
}

/** What a user writes, and what the record said when the user began. */
export interface Draft extends Notes {
  readonly before: Notes;
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((tag, n) => tag === b[n]);

/** The fields that the user changed. The others stay as a colleague may have left them. */
export const changesIn = ({ notes, tags, before }: Draft): { notes?: string; tags?: string[] } => ({
  ...(notes !== before.notes && { notes }),
  ...(!isSame(tags, before.tags) && { tags: [...tags] }),
});

/** Whether somebody else changed the record since the user began. */
export const isOutdated = ({ before }: Draft, now: Notes): boolean =>
  before.notes !== now.notes || !isSame(before.tags, now.tags);
