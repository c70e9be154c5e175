/** The tags with those of the text, which commas separate. A tag occurs once. */
export const withTags = (tags: readonly string[], text: string): readonly string[] => [
  ...new Set([...tags, ...text.split(',').map((tag) => tag.trim())].filter((tag) => tag !== '')),
];
