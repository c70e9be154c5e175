/** A pattern of a policy: `*` stands for any text, `?` for any one character. */
export const wildcard = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );
