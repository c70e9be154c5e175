/**
 * The text of a notice for people, without mark-up: the one model from which each channel makes its message. Every
 * text is one line with a bounded length and without links. No text is escaped yet for any channel.
 */
export interface NoticeText {
  readonly tone: Tone;
  /** What happened, for the subject, the heading or the notification. At most 400 code points. */
  readonly title: string;
  /** The rule of an alert. The subject and the heading end with the rule: alerts of one payment have the same title. */
  readonly rule?: string;
  /** Why the reader gets the message. Absent where the title says all. */
  readonly summary?: string;
  /** What a reader wants to know first. */
  readonly facts: readonly Fact[];
  /** The exact values, to look up and to copy. */
  readonly details: readonly Fact[];
  /** Where the reader can act, the most useful place first. */
  readonly links: readonly Link[];
  /** What the reader should do. */
  readonly next: readonly string[];
}

/** The sentences below the heading. */
export const proseOf = ({ summary, next }: Pick<NoticeText, 'summary' | 'next'>): readonly string[] => [
  ...(summary === undefined ? [] : [summary]),
  ...next,
];

/** How urgent a message is. `over`: what an earlier message told does not hold any more. */
export type Tone = 'critical' | 'warning' | 'info' | 'over';

/** A sign that a chat shows before the title, and a colour as hex digits. */
export const TONES: Readonly<Record<Tone, { readonly sign: string; readonly colour: string }>> = {
  critical: { sign: '🔴', colour: 'd13212' },
  warning: { sign: '🟠', colour: 'd97706' },
  info: { sign: '🔵', colour: '0972d3' },
  over: { sign: '⚪', colour: '687078' },
};

/**
 * The title, and the rule at its end. A long title is cut before the rule.
 * @param escaped escapes a text for the channel and cuts it to the given length.
 */
export function headingOf(
  { title, rule }: Pick<NoticeText, 'title' | 'rule'>,
  max: number,
  escaped: (text: string, max: number) => string,
): string {
  const end = rule === undefined ? '' : escaped(` · ${rule}`, Math.floor(max / 2));
  return `${escaped(title, max - end.length)}${end}`;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** The title of this fact and of those after it, where they are of something else than the facts before. */
  readonly heading?: string;
  /** What the value stands for. Only mails have the room to show it. */
  readonly meaning?: string;
  /** The time that the value says in UTC, ISO 8601. Some chats show it in the zone of the reader. */
  readonly instant?: string;
}

export interface Link {
  /** `acknowledge`: only for recipients that are people. The attempt puts the proof into the URL. */
  readonly kind: 'console' | 'explorer' | 'acknowledge';
  /** As the URL parser writes it: without blanks, quotes and angle brackets. */
  readonly url: string;
  readonly label: string;
}
