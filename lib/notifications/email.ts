import { type Alert, alertText } from './alert.ts';

export interface Email {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The e-mail of an alert, for SES (which encodes headers itself). `explorerUrl`: page of the transaction. */
export function renderEmail(alert: Alert, explorerUrl?: string): Email {
  const { title, amount, facts, explorerUrl: link } = alertText(alert, explorerUrl);
  const lines = facts.map(({ name, value }) => `${name}: ${value}`);
  const rows = facts.map(
    ({ name, value }) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return {
    subject: `[Chainwatch] ${title} (${amount})`,
    text: [title, '', ...lines, ...(link === undefined ? [] : ['', link]), ''].join('\n'),
    html: [
      '<!doctype html><html><head><meta charset="utf-8"></head><body>',
      `<h2>${escapeHtml(title)}</h2>`,
      `<table cellpadding="4">${rows.join('')}</table>`,
      ...(link === undefined ? [] : [`<p><a href="${escapeHtml(link)}">View the transaction</a></p>`]),
      '</body></html>',
    ].join('\n'),
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
