import { escapedWithin, firstThatFit, within, withoutMentions } from '../notice-text/escaped-within.ts';
import type { Fact, NoticeText } from '../notice-text/notice-text.ts';

interface Field {
  readonly name: string;
  readonly value: string;
  readonly inline: true;
}

/** The body of a POST to a Discord webhook. */
export interface DiscordBody {
  /** Nobody is notified, whatever the text says. */
  readonly allowed_mentions: { readonly parse: readonly [] };
  readonly embeds: readonly [
    {
      readonly title: string;
      readonly url?: string;
      readonly description: string;
      readonly fields: readonly Field[];
      readonly footer: { readonly text: string };
    },
  ];
}

/** Discord refuses longer texts, more fields, and more characters in all. */
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 2_000;
const MAX_NAME = 256;
const MAX_VALUE = 1_024;
const MAX_FOOTER = 1_000;
const MOST_FIELDS = 25;
const MAX_IN_ALL = 6_000;

/** The Discord message of a notice (https://docs.discord.com/developers/resources/message#embed-object). */
export function renderDiscord({ title, summary, facts, link, next }: NoticeText): DiscordBody {
  const heading = escaped(title, MAX_TITLE);
  const description = escaped(summary, MAX_DESCRIPTION);
  // Discord shows the text of a footer as it is.
  const footer = within(withoutMentions(next.join(' · ')), MAX_FOOTER);
  const left = MAX_IN_ALL - heading.length - description.length - footer.length;
  const fields = facts.slice(0, MOST_FIELDS).map(fieldOf);
  const { fitting } = firstThatFit(fields, left, ({ name, value }) => name.length + value.length);
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: heading,
        ...(link !== undefined && { url: link.url }),
        description,
        fields: fitting,
        footer: { text: footer },
      },
    ],
  };
}

/** Code is the only place in which Discord finds no markup. The backquote that marks code has no escape there. */
const fieldOf = ({ name, value }: Fact): Field => ({
  name: escaped(name, MAX_NAME),
  value: `\`${within(withoutMentions(value.replaceAll('`', "'")), MAX_VALUE - 2)}\``,
  inline: true,
});

/** What has a meaning in the Markdown of Discord. A backslash takes the meaning from any of these. */
const MARKUP = /[\\`*_~|<>[\]()#@:-]/;

const escaped = (text: string, max: number): string =>
  escapedWithin(withoutMentions(text), max, (character) => (MARKUP.test(character) ? `\\${character}` : character));
