/**
 * The look of every mail, on a telephone and in a window, light and dark. A mail program that takes no styles shows a
 * plain page.
 */
const STYLE = [
  ':root{color-scheme:light dark}',
  'body{margin:0;font:15px/1.45 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;color:#16191f}',
  '.page{width:100%;background:#f2f3f3;border-spacing:0}.around{padding:16px 8px}',
  '.card{width:100%;max-width:600px;background:#fff;border-spacing:0;text-align:left}.inside{padding:20px}',
  'h1{margin:0 0 12px;font-size:19px;line-height:1.3;word-break:break-word}p{margin:0 0 12px;word-break:break-word}',
  'a{color:#0758a8}.links a{display:inline-block;margin:0 8px 8px 0;padding:9px 14px;border:1px solid #0758a8;',
  'border-radius:6px;font-weight:600;text-decoration:none}',
  '.links a:first-child{background:#0758a8;color:#fff}',
  '.facts,.details{width:100%;border-spacing:0;margin:0 0 12px}',
  'th{width:100px;padding:4px 8px 4px 0;text-align:left;vertical-align:top;font-weight:400;color:#545b64}',
  'td{vertical-align:top}.facts td,.details td{padding:4px 0;word-break:break-word}',
  '.details .heading{padding-top:12px;font-weight:600}',
  '.details{font-size:13px}.details td{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px}',
  '@media(prefers-color-scheme:dark){body{color:#e9ebed}.page{background:#0f1b2a}.card{background:#1b2635}',
  'th{color:#a9b3bd}a{color:#7cb8ff}.links a{border-color:#7cb8ff}',
  '.links a:first-child{background:#7cb8ff;color:#0f1b2a}}',
].join('');

/** Without this, the mail program of iOS makes links of numbers, dates and addresses. */
const NO_DETECTION = 'telephone=no,date=no,address=no,email=no,url=no';

/**
 * The HTML of a mail. Stored deliveries contain only what differs from mail to mail, so that an attempt costs few write
 * units; those of earlier versions contain the whole page.
 */
export const mailPage = (html: string): string =>
  html.startsWith('<!doctype html>')
    ? html
    : [
        '<!doctype html>',
        '<html lang="en">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        `<meta name="color-scheme" content="light dark"><meta name="format-detection" content="${NO_DETECTION}">`,
        `<title>Chainwatch</title><style>${STYLE}</style></head>`,
        '<body>',
        '<table role="presentation" class="page"><tr><td class="around" align="center">',
        html,
        '</td></tr></table>',
        '</body>',
        '</html>',
        '',
      ].join('\n');
