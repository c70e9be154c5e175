/** No script, no frame, no cache, and no referrer that would carry the token of a link to another site. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
} as const;

/** Follows the colours that the reader chose, and breaks long words on a narrow screen. */
const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font-family:sans-serif;line-height:1.5;max-width:32em;margin:4em auto;padding:0 1em;overflow-wrap:anywhere}',
  'button{font-size:1em;padding:.6em 1.2em}',
].join('');

/** @param title plain text. @param body HTML. */
export function htmlPage(title: string, body: string): string {
  const heading = escapedHtml(title);
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title>`,
    `<style>${STYLE}</style>`,
    `</head><body><h1>${heading}</h1>${body}</body></html>`,
    '',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and quoted attributes. */
export const escapedHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
