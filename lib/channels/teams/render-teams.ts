import { firstThatFit, within } from '../notice-text/escaped-within.ts';
import type { Fact, NoticeText } from '../notice-text/notice-text.ts';

interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Medium';
  readonly isSubtle?: true;
}

/** Unlike a TextBlock, this has no Markdown: text is text. */
interface RichTextBlock {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly TextRun[];
  readonly spacing?: 'None' | 'Medium';
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
        readonly body: readonly RichTextBlock[];
        readonly actions: readonly { readonly type: 'Action.OpenUrl'; readonly title: string; readonly url: string }[];
      };
    },
  ];
}

/** Teams refuses a message of more than 28 KB. A character takes up to three bytes, or six when JSON escapes it. */
const MAX_FACTS = 3_000;
const MAX_TITLE = 400;
const MAX_TEXT = 500;

/** The Teams message of a notice: an Adaptive Card (https://adaptivecards.io/explorer/RichTextBlock.html). */
export function renderTeams({ title, summary, facts, link, next }: NoticeText): TeamsBody {
  const { fitting } = firstThatFit(facts, MAX_FACTS, ({ name, value }) => name.length + value.length);
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
            block([run(title, MAX_TITLE, { weight: 'Bolder', size: 'Medium' })]),
            block([run(summary)]),
            ...fitting.map(factBlock),
            ...next.map((line) => block([run(line, MAX_TEXT, { isSubtle: true })], 'Medium')),
          ],
          actions:
            link === undefined ? [] : [{ type: 'Action.OpenUrl', title: within(link.label, 100), url: link.url }],
        },
      },
    ],
  };
}

const run = (text: string, max = MAX_TEXT, look: Partial<TextRun> = {}): TextRun => ({
  type: 'TextRun',
  text: within(text, max),
  ...look,
});

const block = (inlines: readonly TextRun[], spacing?: RichTextBlock['spacing']): RichTextBlock => ({
  type: 'RichTextBlock',
  inlines,
  ...(spacing !== undefined && { spacing }),
});

const factBlock = ({ name, value }: Fact): RichTextBlock =>
  block([run(`${name}: `, MAX_TEXT, { weight: 'Bolder' }), run(value)], 'None');
