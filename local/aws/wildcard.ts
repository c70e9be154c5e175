/** Converts a pattern of a policy: `*` matches any text, `?` matches any single character. */
export const wildcard = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );
