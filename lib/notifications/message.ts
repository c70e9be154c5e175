/**
 * What a person is told, by e-mail and by Slack alike. Every text is one line, bounded and without links of its own, and not
 * yet escaped for either.
 */
export interface Message {
  /** What happened: a subject, a heading, the text of a notification. At most 400 code points. */
  readonly title: string;
  /** A sentence on it. */
  readonly summary: string;
  readonly facts: readonly Fact[];
  readonly link: Link | undefined;
  /** What to do now. */
  readonly next: readonly string[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface Link {
  /** As the parser writes it, so that it holds no blank, quote or angle bracket. */
  readonly url: string;
  readonly label: string;
}
