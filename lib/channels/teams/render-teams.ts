import { firstThatFit, within } from '../notice-text/escaped-within.ts';
import { type Fact, headingOf, type NoticeText, proseOf, TONES, type Tone } from '../notice-text/notice-text.ts';

interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Medium' | 'Small';
  readonly isSubtle?: true;
  readonly color?: 'Attention' | 'Warning' | 'Accent' | 'Default';
}

/** Unlike a TextBlock or a FactSet, this has no Markdown: text is text. */
interface RichTextBlock {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly TextRun[];
}

/** A fact, with the name in a column of its own. */
interface ColumnSet {
  readonly type: 'ColumnSet';
  readonly spacing: 'Small';
  readonly columns: readonly {
    readonly type: 'Column';
    readonly width: string;
    readonly items: readonly RichTextBlock[];
  }[];
}

/** The body of a POST to a webhook of a Teams workflow. */
export interface TeamsBody {
  readonly type: 'message';
  readonly attachments: readonly [
    {
      readonly contentType: 'application/vnd.microsoft.card.adaptive';
      readonly contentUrl: null;
      readonly content: {
        readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
        readonly type: 'AdaptiveCard';
        readonly version: '1.4';
        readonly msteams: { readonly width: 'Full' };
        readonly body: readonly (RichTextBlock | ColumnSet)[];
        readonly actions: readonly { readonly type: 'Action.OpenUrl'; readonly title: string; readonly url: string }[];
      };
    },
  ];
}

/** Teams refuses a message of more than 28 KB. A character takes up to three bytes, or six when JSON escapes it. */
const MAX_FACTS = 2_000;
const MAX_DETAILS = 1_500;
const MAX_TITLE = 400;
const MAX_TEXT = 500;

const COLOURS = {
  critical: 'Attention',
  warning: 'Warning',
  info: 'Accent',
  over: 'Default',
} as const satisfies Record<Tone, TextRun['color']>;

/** The Teams message of a notice: an Adaptive Card (https://adaptivecards.io/explorer/RichTextBlock.html). */
export function renderTeams({ tone, title, rule, facts, details, links, ...prose }: NoticeText): TeamsBody {
  const heading = headingOf({ title: `${TONES[tone].sign} ${title}`, rule }, MAX_TITLE, within);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            block(run(heading, { weight: 'Bolder', size: 'Medium', color: COLOURS[tone] })),
            ...proseOf(prose).map((line) => block(run(line))),
            ...thatFit(facts, MAX_FACTS).map(row),
            ...thatFit(details, MAX_DETAILS).flatMap(lines),
          ],
          actions: links.map(({ url, label }) => ({ type: 'Action.OpenUrl', title: within(label, 100), url })),
        },
      },
    ],
  };
}

const thatFit = (facts: readonly Fact[], room: number): readonly Fact[] =>
  firstThatFit(facts, room, ({ name, value }) => name.length + value.length).fitting;

const run = (text: string, look: Partial<TextRun> = {}): TextRun => ({
  type: 'TextRun',
  text: within(text, MAX_TEXT),
  ...look,
});

const block = (...inlines: readonly TextRun[]): RichTextBlock => ({ type: 'RichTextBlock', inlines });

const row = ({ name, value }: Fact): ColumnSet => ({
  type: 'ColumnSet',
  spacing: 'Small',
  columns: [
    { type: 'Column', width: '110px', items: [block(run(name, { isSubtle: true }))] },
    { type: 'Column', width: 'stretch', items: [block(run(value))] },
  ],
});

const lines = ({ name, value, heading }: Fact): RichTextBlock[] => [
  ...(heading === undefined ? [] : [block(run(heading, { size: 'Small', weight: 'Bolder' }))]),
  block(run(`${name}: `, { size: 'Small', isSubtle: true }), run(value, { size: 'Small', isSubtle: true })),
];
