/**
 * What a channel for persons writes. Every text is one line with a bounded length and without links. No text is
 * escaped yet for any channel.
 */
export interface Message {
  /** What happened, for the subject, the heading or the notification. At most 400 code points. */
  readonly title: string;
  /** One sentence that says more. */
  readonly summary: string;
  readonly facts: readonly Fact[];
  readonly link: Link | undefined;
  /** What the reader can do now. */
  readonly next: readonly string[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface Link {
  /** As the URL parser writes it: without blanks, quotes and angle brackets. */
  readonly url: string;
  readonly label: string;
}
