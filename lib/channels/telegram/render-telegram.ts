import { escapedWithin, firstThatFit } from '../notice-text/escaped-within.ts';
import type { Fact, NoticeText } from '../notice-text/notice-text.ts';

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
const MAX_VALUE = 400;
const MAX_NEXT = 500;

/** The Telegram message of a notice (https://core.telegram.org/bots/api#html-style). */
export function renderTelegram({ title, summary, facts, link, next }: NoticeText): TelegramBody {
  const head = `<b>${prose(title, MAX_TITLE)}</b>\n\n${prose(summary, MAX_SUMMARY)}\n`;
  const tail = [
    ...(link === undefined ? [] : [`\n<a href="${escaped(link.url, MAX_NEXT)}">${escaped(link.label, 100)}</a>`]),
    ...next.slice(0, 3).map((line) => `\n${code(line, MAX_NEXT)}`),
  ].join('');
  const { fitting } = firstThatFit(facts.map(lineOf), MAX_IN_ALL - head.length - tail.length, ({ length }) => length);
  return {
    text: `${head}${fitting.join('')}${tail}`,
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  };
}

const lineOf = ({ name, value }: Fact): string => `\n<b>${escaped(name, 100)}</b>: ${code(value, MAX_VALUE)}`;

/** Telegram makes no mention, command or link of text in code. */
const code = (text: string, max: number): string => `<code>${escaped(text, max)}</code>`;

/** A word joiner keeps Telegram from making a mention, a command or a tag of text. */
const prose = (text: string, max: number): string =>
  escaped(text.replace(/[@/#$](?=[\p{L}\p{N}_])/gu, '$&\u2060'), max);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string, max: number): string =>
  escapedWithin(text, max, (character) => entities[character] ?? character);
