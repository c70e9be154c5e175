import { readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const docs = join(import.meta.dirname, '../docs');

/** The documents of `docs/` that users read, in the order of the navigation. */
export const GUIDES = [
  'guides/first-alert',
  'guides/treasury-in-ten-minutes',
  'guides/exchange',
  'guides/sanctioned-addresses',
  'guides/rules-by-example',
  'guides/who-gets-which-alerts',
  'guides/receivers-that-survive',
  'guides/prove-the-audit-log',
  'api',
  'webhooks',
  'cli',
] as const;

type Guide = (typeof GUIDES)[number];

const fileOf = (guide: Guide): string => `${basename(guide)}.html`;

/** The files below `/docs/`: a page for each guide, the list of the guides, and the style of both. */
export function guideFiles(): ReadonlyMap<string, string> {
  const pages = GUIDES.map((guide) => {
    const markdown = readFileSync(join(docs, `${guide}.md`), 'utf8');
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? guide;
    return { guide, title, html: htmlOf(markdown, guide) };
  });
  const linkTo = ({ guide, title }: (typeof pages)[number], current?: Guide): string =>
    `<li><a href="${fileOf(guide)}"${guide === current ? ' aria-current="page"' : ''}>${title}</a></li>`;
  const list = (current?: Guide): string => `<ul>\n${pages.map((page) => linkTo(page, current)).join('\n')}\n</ul>`;
  return new Map([
    ['docs.css', readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')],
    ['guides/index.html', pageOf('Guides', `<main>\n<h1>Guides</h1>\n${list()}\n</main>`)],
    ...pages.map(({ guide, title, html }): [string, string] => [
      `guides/${fileOf(guide)}`,
      pageOf(title, `<nav aria-label="Guides">\n${list(guide)}\n</nav>\n<main>\n${html}\n</main>`),
    ]),
  ]);
}

/** A page like the reference, whose frame it takes, with a content that needs no script. */
function pageOf(title: string, content: string): string {
  const frame = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
  return frame
    .replace('<title>Chainwatch API</title>', () => `<title>${title} · Chainwatch</title>`)
    .replace('</head>', '<link rel="stylesheet" href="/docs/docs.css">\n</head>')
    .replace('<div id="root"></div>', () => `<div class="guide">\n${content}\n</div>`);
}

/**
 * The HTML of a document. Headings get anchors as on GitHub. Tables and code can be scrolled, also by the keyboard.
 * micromark writes elements without attributes of its own and escapes the text, so these replacements meet elements
 * alone.
 * @param guide its place, from which its links lead.
 */
export function htmlOf(markdown: string, guide: Guide): string {
  const taken = new Map<string, number>();
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, text: string) => {
      const id = anchorOf(text, taken);
      return `<h${level} id="${id}"><a href="#${id}">${text}</a></h${level}>`;
    })
    .replace(/<a href="(?!#)([^"]*)">(.*?)<\/a>/gs, (_, href: string, text: string) => {
      const target = targetOf(href, guide);
      return target === null ? text : `<a href="${target}">${text}</a>`;
    })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** GitHub's name of a heading. A second heading with the same text gets `-1`. */
function anchorOf(html: string, taken: Map<string, number>): string {
  const name = html
    .replaceAll(/<[^>]*>|&\w+;/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  const count = taken.get(name) ?? 0;
  taken.set(name, count + 1);
  return count === 0 ? name : `${name}-${count}`;
}

/** Where a link leads on the pages. Null for a file of the repository that no page shows. */
function targetOf(href: string, guide: Guide): string | null {
  if (/^https:/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(dirname(guide), path);
  if (target === 'openapi.json') return '/docs/';
  const shown = GUIDES.find((each) => `${each}.md` === target);
  return shown === undefined ? null : `${fileOf(shown)}${anchor === undefined ? '' : `#${anchor}`}`;
}
