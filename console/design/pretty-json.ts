/** JSON in lines, for a reader. A text that is no JSON, such as the beginning of a long answer, stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
