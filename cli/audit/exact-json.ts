/** A text of JSON with its quotes, or space between the parts of JSON. */
const TEXT_OR_SPACE = /"(?:[^"\\]+|\\.)*"|\s+/g;

/**
 * The value of a JSON text that every reader understands alike; undefined for any other text. Spaces and the way in
 * which characters are escaped say nothing. But a field that stands twice, or a number with more digits than a double
 * has, would pass for another value in another program, so that a signature would prove less than it seems to.
 */
export function exactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const plain = text.replace(TEXT_OR_SPACE, (part) => (part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : ''));
    return plain === JSON.stringify(value) ? value : undefined;
  } catch {
    // No JSON, or nested so deeply that it cannot be written again.
    return undefined;
  }
}
