import type { renderSlack } from '../../lib/channels/slack/render-slack.ts';

type Body = ReturnType<typeof renderSlack>;
type Block = Body['blocks'][number];

/** The look of Slack, as far as a message of the service uses it. */
const STYLE = `
:root{color-scheme:light dark}
body{margin:0;background:#fff;color:#1d1c1d;font:15px/1.47 Lato,"Helvetica Neue",Arial,sans-serif}
.card{background:#fff;padding:12px 16px;overflow-wrap:anywhere}
h3{font-size:18px;line-height:1.3;margin:0 0 8px}p{margin:0 0 8px}
.fields{display:grid;grid-template-columns:1fr 1fr;gap:8px 16px;margin:0 0 8px}
.context{font-size:13px;color:#616061;white-space:pre-line}
h3 i{display:inline-block;width:14px;height:14px;border-radius:7px}
a{color:#1264a3;text-decoration:none;margin-right:12px}
code{font:12px/1.5 Menlo,Consolas,monospace;color:#e01e5a;background:#f6f6f6;border:1px solid #ddd;border-radius:3px;
padding:1px 3px}
@media(max-width:480px){.fields{grid-template-columns:1fr}}
@media(prefers-color-scheme:dark){body,.card{background:#1a1d21;color:#d1d2d3}.context{color:#ababad}a{color:#1d9bd1}
code{color:#e8912d;background:#222529;border-color:#3a3d41}}
`;

/** A page that shows a message as Slack does: for people, who look at it. */
export const slackPage = ({ blocks }: Body): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>${STYLE}</style></head>` +
  `<body><div class="card">${blocks.map(shown).join('')}</div></body></html>`;

/** The fonts of the browser have no emoji. */
const SIGN = /[🔴🟠🔵⚪]/u;
const COLOURS: Readonly<Record<string, string>> = { '🔴': '#e01e5a', '🟠': '#e8912d', '🔵': '#1264a3' };
const dot = (sign: string): string => `<i style="background:${COLOURS[sign] ?? '#868686'}"></i>`;

function shown(block: Block): string {
  if (block.type === 'header') return `<h3>${block.text.text.replace(SIGN, dot)}</h3>`;
  if (block.type === 'context') {
    return `<div class="context">${block.elements.map(({ text }) => marked(text)).join(' ')}</div>`;
  }
  if ('fields' in block) {
    return `<div class="fields">${block.fields.map(({ text }) => `<div>${marked(text)}</div>`).join('')}</div>`;
  }
  return `<p>${block.text.type === 'plain_text' ? block.text.text : marked(block.text.text)}</p>`;
}

/** Slack escapes the same characters as HTML. */
const marked = (text: string): string =>
  text
    // A reader in UTC.
    .replace(/<!date\^[^|>]+\|([^>]+)>/g, '$1')
    .replace(/<([^|>]+)\|([^>]+)>/g, '<a href="$1">$2</a>')
    .replace(/\*([^*\n]+)\*/g, '<b>$1</b>')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('</b>\n', '</b><br>');
