import { escapedWithin, firstThatFit, within, withoutMentions } from '../notice-text/escaped-within.ts';
import { MAX_PROOF } from '../notice-text/links.ts';
import { type Fact, headingOf, type Link, type NoticeText, proseOf, TONES } from '../notice-text/notice-text.ts';

interface Field {
  readonly name: string;
  readonly value: string;
  readonly inline: boolean;
}

/** The body of a POST to a Discord webhook. */
export interface DiscordBody {
  /** Nobody is notified, whatever the text says. */
  readonly allowed_mentions: { readonly parse: readonly [] };
  readonly embeds: readonly [
    {
      readonly title: string;
      readonly url?: string;
      readonly color: number;
      readonly description: string;
      readonly fields: readonly Field[];
    },
  ];
}

/** Discord refuses longer texts, more fields, and more characters in all. */
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4_096 - MAX_PROOF;
const MAX_SUMMARY = 1_500;
const MAX_NAME = 256;
const MAX_VALUE = 1_024;
const MOST_FIELDS = 24;
const MAX_IN_ALL = 6_000 - MAX_PROOF;

/** The Discord message of a notice (https://docs.discord.com/developers/resources/message#embed-object). */
export function renderDiscord({ tone, title, rule, facts, details, links, ...sentences }: NoticeText): DiscordBody {
  const heading = headingOf({ title: `${TONES[tone].sign} ${title}`, rule }, MAX_TITLE, escaped);
  const prose = proseOf(sentences).map((line) => escaped(line, MAX_SUMMARY));
  const linked = links.length === 0 ? [] : [links.map(linkOf).join(' · ')];
  const description = [...prose, ...linked].join('\n\n');
  const exact = detailsOf(details);
  const left = MAX_IN_ALL - heading.length - description.length - sizeOf(exact);
  const fields = facts.slice(0, MOST_FIELDS).map(fieldOf);
  const { fitting } = firstThatFit(fields, left, (field) => sizeOf([field]));
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: heading,
        ...(links[0] !== undefined && { url: links[0].url }),
        color: Number.parseInt(TONES[tone].colour, 16),
        description: description.length <= MAX_DESCRIPTION ? description : prose.join('\n\n'),
        fields: [...fitting, ...exact],
      },
    ],
  };
}

/** Discord shows a time in the zone of the reader. */
const fieldOf = ({ name, value, instant }: Fact): Field => ({
  name: escaped(name, MAX_NAME),
  value: instant === undefined ? code(value, MAX_VALUE - 2) : `<t:${Math.floor(Date.parse(instant) / 1000)}:F>`,
  inline: true,
});

/** The lines of the details that fit into one field. */
function detailsOf(details: readonly Fact[]): Field[] {
  const lines = details.map(
    ({ name, value, heading }) =>
      `${heading === undefined ? '' : `**${heading}**\n`}${escaped(name, MAX_NAME)} ${code(value, MAX_VALUE / 4)}`,
  );
  const { fitting } = firstThatFit(lines, MAX_VALUE, ({ length }) => length + 1);
  return fitting.length === 0 ? [] : [{ name: 'Details', value: fitting.join('\n'), inline: false }];
}

const sizeOf = (fields: readonly Field[]): number =>
  fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);

/** Code is the only place in which Discord finds no markup. The backquote that marks code has no escape there. */
const code = (text: string, max: number): string => `\`${within(withoutMentions(text.replaceAll('`', "'")), max)}\``;

/** A parenthesis would end the URL. */
const linkOf = ({ url, label }: Link): string =>
  `[${escaped(label, MAX_NAME)}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;

/**
 * What begins markup of Discord. A backslash takes the meaning from any of these. A notification on a phone may show
 * the backslashes, so nothing else has one: links need a bracket, and URLs of strangers are broken up before.
 */
const MARKUP = /[\\`*_~|<>[\]#@-]/;

const escaped = (text: string, max: number): string =>
  escapedWithin(withoutMentions(text), max, (character) => (MARKUP.test(character) ? `\\${character}` : character));
