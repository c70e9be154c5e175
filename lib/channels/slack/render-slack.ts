import { escapedWithin, firstThatFit, withoutMentions } from '../notice-text/escaped-within.ts';
import { type Fact, headingOf, type Link, type NoticeText, TONES } from '../notice-text/notice-text.ts';

interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}

interface Mrkdwn {
  readonly type: 'mrkdwn';
  readonly text: string;
  /** Slack makes no link or mention of text that merely looks like a link or a mention. */
  readonly verbatim: true;
}

type Block =
  | { readonly type: 'header'; readonly text: PlainText }
  | { readonly type: 'section'; readonly text: PlainText | Mrkdwn }
  | { readonly type: 'section'; readonly fields: readonly Mrkdwn[] }
  | { readonly type: 'context'; readonly elements: readonly (PlainText | Mrkdwn)[] };

/** The body of a POST to a Slack incoming webhook. */
export interface SlackBody {
  /** A notification shows this text instead of the blocks. The text is plain, because `mrkdwn` is off. */
  readonly text: string;
  readonly mrkdwn: false;
  /** Slack shows no preview of a page and requests no page. */
  readonly unfurl_links: false;
  readonly unfurl_media: false;
  readonly blocks: readonly Block[];
}

/** Slack refuses longer texts and counts the characters after escaping. Slack cuts a `text` over 4,000. */
const MAX_HEADER = 150;
const MAX_TEXT = 3_000;
const MAX_FIELD = 2_000;
const MAX_LABEL = 150;
const FIELDS_OF_A_SECTION = 10;
/** The amount, the value, both ends and what names them. The page behind the link has all details. */
const DETAILS_BESIDE_A_LINK = 6;

/**
 * The Slack message of a notice (https://docs.slack.dev/block-kit). The links are text and no buttons: Slack also sends
 * the press of a button to the app that owns the webhook, and warns the reader when the app does not answer.
 */
export function renderSlack({ tone, title, rule, summary, facts, details, links, next }: NoticeText): SlackBody {
  const shown = links.some(({ kind }) => kind === 'console') ? details.slice(0, DETAILS_BESIDE_A_LINK) : details;
  const { fitting } = firstThatFit(shown.map(lineOf), MAX_TEXT, ({ length }) => length + 1);
  const heading = { title: `${TONES[tone].sign} ${title}`, rule };
  const grouped = [...Map.groupBy(facts, ({ name }) => name)];
  return {
    text: headingOf(heading, MAX_TEXT, escaped),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: headingOf(heading, MAX_HEADER, escaped), emoji: false } },
      ...(summary === undefined ? [] : [sentence(summary)]),
      ...(links.length === 0 ? [] : [section(links.map(linkOf).join('   '))]),
      ...chunks(grouped, FIELDS_OF_A_SECTION).map((some): Block => ({ type: 'section', fields: some.map(fieldOf) })),
      ...next.map(sentence),
      ...(fitting.length === 0 ? [] : [{ type: 'context' as const, elements: [mrkdwn(fitting.join('\n'))] }]),
    ],
  };
}

const plain = (text: string, max = MAX_TEXT): PlainText => ({
  type: 'plain_text',
  text: escaped(text, max),
  emoji: false,
});

const mrkdwn = (text: string): Mrkdwn => ({ type: 'mrkdwn', text, verbatim: true });

const sentence = (text: string): Block => ({ type: 'section', text: plain(text) });

const section = (text: string): Block => ({ type: 'section', text: mrkdwn(text) });

/** A bar would end the URL and begin the label. */
const linkOf = ({ url, label }: Link): string =>
  `*<${escaped(url, MAX_FIELD).replaceAll('|', '%7C')}|${escaped(label, MAX_LABEL)}>*`;

/**
 * Code is the only place in mrkdwn where `*`, `_`, `~` and `:bomb:` have no meaning. The backquote that marks code has
 * no escape.
 */
const code = (text: string, max: number): string => `\`${escaped(text.replaceAll('`', "'"), max)}\``;

/** Facts of one name are the lines of one field, as many as it has room for. */
function fieldOf([name, facts]: readonly [string, readonly Fact[]]): Mrkdwn {
  const room = MAX_FIELD - name.length - 3;
  const lines = facts.map(({ value, instant }) =>
    instant === undefined ? code(value, room - 3) : localTime(instant, value),
  );
  return mrkdwn(`*${name}*\n${firstThatFit(lines, room, ({ length }) => length + 1).fitting.join('\n')}`);
}

/** Slack shows the time in the zone of the reader, and the value where it cannot. */
const localTime = (instant: string, value: string): string =>
  `<!date^${Math.floor(Date.parse(instant) / 1000)}^{date_short_pretty} at {time_secs}|${value}>`;

const lineOf = ({ name, value, heading }: Fact): string =>
  `${heading === undefined ? '' : `*${heading}*\n`}${name} ${code(value, MAX_LABEL * 2)}`;

/** The three characters that have a meaning in Slack. Without them there is no link and no `<!channel>`. */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string, max: number): string =>
  escapedWithin(withoutMentions(text), max, (character) => entities[character] ?? character);

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
