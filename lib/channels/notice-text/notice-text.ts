/**
 * The text of a notice for people, without mark-up. Every text is one line with a bounded length and without links.
 * No text is escaped yet for any channel.
 */
export interface NoticeText {
  /** The event, for the subject, the heading or the notification. At most 400 code points. */
  readonly title: string;
  /** A sentence with more details. */
  readonly summary: string;
  readonly facts: readonly Fact[];
  readonly link: Link | undefined;
  /** The next steps of the reader. */
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
