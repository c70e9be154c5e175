import type { Fact, Message } from './message.ts';

export interface Email {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The e-mail of a message, in plain text and in HTML, for SES (which encodes headers itself). */
export function renderEmail(message: Message): Email {
  return { subject: `[Chainwatch] ${message.title}`, text: textOf(message), html: htmlOf(message) };
}

function textOf({ title, summary, facts, link, next }: Message): string {
  const parts = [
    [title],
    [summary],
    facts.map(({ name, value }) => `${name}: ${value}`),
    link === undefined ? [] : [`${link.label}:`, link.url],
    next,
  ];
  const shown = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}

function htmlOf({ title, summary, facts, link, next }: Message): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    // The mail program of iOS else makes links of numbers, dates and addresses.
    '<head><meta charset="utf-8"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"></head>',
    '<body style="font-family:sans-serif">',
    `<h2>${escapeHtml(title)}</h2>`,
    `<p>${escapeHtml(summary)}</p>`,
    '<table cellpadding="4" style="word-break:break-word">',
    ...facts.map(row),
    '</table>',
    ...(link === undefined ? [] : [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`]),
    ...next.map((line) => `<p>${escapeHtml(line)}</p>`),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** `bdi`: the direction of a value is its own. */
const row = ({ name, value }: Fact): string =>
  `<tr valign="top"><th align="left">${escapeHtml(name)}</th><td><bdi>${escapeHtml(value)}</bdi></td></tr>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
