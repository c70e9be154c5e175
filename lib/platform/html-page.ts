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

/** The colours of the mails, light or dark as the reader chose. Long words break on a narrow screen. */
const STYLE = [
  ':root{color-scheme:light dark;background:Canvas;color:CanvasText;--main:#0758a8;--on-main:#fff}',
  '@media(prefers-color-scheme:dark){:root{--main:#7cb8ff;--on-main:#0f1b2a}}',
  'body{font-family:sans-serif;line-height:1.5;max-width:32em;margin:4em auto;padding:0 1em;overflow-wrap:anywhere}',
  '.product{margin:0;font-weight:600;color:var(--main)}h1{margin:.2em 0 .6em;line-height:1.25}',
  'button{padding:.7em 1.4em;border:0;border-radius:6px;font:600 1em sans-serif;cursor:pointer;',
  'background:var(--main);color:var(--on-main)}button:focus-visible{outline:3px solid var(--main);outline-offset:3px}',
].join('');

/**
 * A page behind a link of a message.
 * @param title plain text.
 * @param body HTML. Its button is the primary action.
 */
export function htmlPage(title: string, body: string): string {
  const heading = escapedHtml(title);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${heading} · Chainwatch</title><style>${STYLE}</style>`,
    `</head><body><p class="product">Chainwatch</p><h1>${heading}</h1>${body}</body></html>`,
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
