import { escapedWithin, firstThatFit } from '../notice-text/escaped-within.ts';
import { type Fact, headingOf, type Link, type NoticeText, TONES } from '../notice-text/notice-text.ts';

/** The body of `sendMessage` without the chat, which the destination names. */
export interface TelegramBody {
  readonly text: string;
  readonly parse_mode: 'HTML';
  readonly link_preview_options: { readonly is_disabled: true };
}

/** Telegram refuses longer texts. It counts without the markup, so the whole text is surely short enough. */
const MAX_IN_ALL = 4_096;
const MAX_TITLE = 500;
const MAX_SUMMARY = 900;
const MAX_VALUE = 300;
const MAX_LABEL = 100;
const MAX_URL = 500;

/** The Telegram message of a notice (https://core.telegram.org/bots/api#html-style). */
export function renderTelegram({ tone, title, rule, summary, facts, details, links, next }: NoticeText): TelegramBody {
  const head = [
    `${TONES[tone].sign} <b>${headingOf({ title, rule }, MAX_TITLE, prose)}</b>`,
    ...(summary === undefined ? [] : [prose(summary, MAX_SUMMARY)]),
    ...next.slice(0, 1).map((line) => prose(line, MAX_SUMMARY)),
    ...(links.length === 0 ? [] : [links.slice(0, 4).map(linkOf).join(' · ')]),
  ].join('\n\n');
  const lines = [...facts.map(lineOf), '', ...details.map(lineOf)];
  const { fitting } = firstThatFit(lines, MAX_IN_ALL - head.length - 2, ({ length }) => length + 1);
  return {
    text: [head, '', ...fitting].join('\n').trimEnd(),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  };
}

const lineOf = ({ name, value, heading }: Fact): string =>
  `${heading === undefined ? '' : `\n<b>${heading}</b>\n`}${escaped(name, MAX_LABEL)}: ${code(value, MAX_VALUE)}`;

const linkOf = ({ url, label }: Link): string => `<a href="${escaped(url, MAX_URL)}">${escaped(label, MAX_LABEL)}</a>`;

/** Telegram makes no mention, command or link of text in code. */
const code = (text: string, max: number): string => `<code>${escaped(text, max)}</code>`;

/** A word joiner keeps Telegram from making a mention, a command or a tag of text. */
const prose = (text: string, max: number): string =>
  escaped(text.replace(/[@/#$](?=[\p{L}\p{N}_])/gu, '$&\u2060'), max);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string, max: number): string =>
  escapedWithin(text, max, (character) => entities[character] ?? character);
