import type { Fact, NoticeText } from '../notice-text/notice-text.ts';

export interface Email {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The e-mail of a notice, in plain text and in HTML. SES encodes the headers. */
export function renderEmail(notice: NoticeText): Email {
  return { subject: `[Chainwatch] ${notice.title}`, text: textOf(notice), html: htmlOf(notice) };
}

function textOf({ title, summary, facts, link, next }: NoticeText): string {
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

/** Without this, the mail program of iOS makes links of numbers, dates and addresses. */
const NO_DETECTION = 'telephone=no,date=no,address=no,email=no,url=no';

function htmlOf({ title, summary, facts, link, next }: NoticeText): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="format-detection" content="${NO_DETECTION}"></head>`,
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

/** `bdi` isolates the value: its text direction does not change the text around it. */
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
