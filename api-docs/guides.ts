import { readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const docs = join(import.meta.dirname, '../docs');

/** The documents of `docs/` that users read, in the order of the navigation, by who reads them. */
const READERS = [
  {
    who: 'To begin',
    guides: [
      {
        path: 'guides/first-alert',
        says: 'Watch a wallet on your machine, pay it, and see the alert reach a receiver that verifies it.',
      },
      {
        path: 'guides/treasury-in-ten-minutes',
        says: 'Name wallets and the addresses that you pay, write five rules, and choose who hears of them.',
      },
    ],
  },
  {
    who: 'For those who watch over money',
    guides: [
      {
        path: 'guides/rules-by-example',
        says: 'A rule of each type, as the API takes it and as the form of the console says it.',
      },
      {
        path: 'guides/who-gets-which-alerts',
        says: 'Send the right alerts to a council, a desk and an engineer on call, and find what nobody hears.',
      },
      {
        path: 'guides/triage-alerts',
        says: 'Review the open alerts in the console with a few keys, one at a time or hundreds at once.',
      },
      {
        path: 'guides/sanctioned-addresses',
        says: 'Follow a public list of sanctioned addresses, and hear of each payment with one of them.',
      },
      {
        path: 'guides/prove-the-audit-log',
        says: 'Show an auditor who changed what, and that nobody has altered the record.',
      },
    ],
  },
  {
    who: 'For those who write programs',
    guides: [
      {
        path: 'guides/exchange',
        says: 'Watch the deposit addresses of all customers, and book each deposit with the number of its account.',
      },
      {
        path: 'guides/receivers-that-survive',
        says: 'Lose no webhook and do nothing twice: crashes, outages, new secrets and reorganisations.',
      },
      { path: 'webhooks', says: 'What a webhook contains, how to verify it, and when Chainwatch sends it again.' },
      { path: 'api', says: 'How all endpoints behave: lists, filters, errors, limits, and what each resource is for.' },
      { path: 'cli', says: 'Each command of chainwatch, and the file that describes a whole organisation.' },
    ],
  },
] as const;

export const GUIDES = READERS.flatMap(({ guides }) => guides.map(({ path }) => path));

type Guide = (typeof GUIDES)[number];

const fileOf = (guide: Guide): string => `${basename(guide)}.html`;

/** The files below `/docs/`: a page for each guide, the list of the guides, and the style of both. */
export function guideFiles(): ReadonlyMap<string, string> {
  const pages = GUIDES.map((guide) => {
    const markdown = readFileSync(join(docs, `${guide}.md`), 'utf8');
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? guide;
    return { guide, title, html: htmlOf(markdown, guide) };
  });
  const linkTo = ({ guide, title }: (typeof pages)[number], current: Guide): string =>
    `<li><a href="${fileOf(guide)}"${guide === current ? ' aria-current="page"' : ''}>${title}</a></li>`;
  const list = (current: Guide): string => `<ul>\n${pages.map((page) => linkTo(page, current)).join('\n')}\n</ul>`;
  const titleOf = (path: Guide): string => pages.find(({ guide }) => guide === path)?.title ?? path;
  return new Map([
    ['docs.css', readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')],
    ['guides/index.html', pageOf('Guides', `<main>\n<h1>Guides</h1>\n${indexOf(titleOf)}\n</main>`)],
    ...pages.map(({ guide, title, html }): [string, string] => [
      `guides/${fileOf(guide)}`,
      pageOf(title, `<nav aria-label="Guides">\n${list(guide)}\n</nav>\n<main>\n${withContents(html)}\n</main>`),
    ]),
  ]);
}

/** Each guide with a sentence, by who reads it. */
function indexOf(titleOf: (guide: Guide) => string): string {
  const reference =
    '<p>The <a href="/docs/">API reference</a> has every endpoint and field, and sends requests with your key.</p>';
  const parts = READERS.map(({ who, guides }) => {
    const rows = guides.map(
      ({ path, says }) => `<dt><a href="${fileOf(path)}">${titleOf(path)}</a></dt>\n<dd>${says}</dd>`,
    );
    return `<h2>${who}</h2>\n<dl>\n${rows.join('\n')}\n</dl>`;
  });
  return [reference, ...parts].join('\n');
}

/** A shorter guide shows all of its headings on two screens. */
const FEWEST_LISTED = 5;

/** The guide with its headings as links below the title, when it has many. */
export function withContents(html: string): string {
  const headings = [...html.matchAll(/<h([23]) id="([^"]+)"><a [^>]*>(.*?)<\/a><\/h\1>/gs)];
  const chapters = headings.filter(([, level]) => level === '2').length;
  if (chapters < FEWEST_LISTED) return html;
  const links = headings.map(([, level, id, text]) => `<li class="level-${level}"><a href="#${id}">${text}</a></li>`);
  const list = `<summary>On this page</summary>\n<ul>\n${links.join('\n')}\n</ul>`;
  return html.replace('</h1>', () => `</h1>\n<details class="contents">${list}</details>`);
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
