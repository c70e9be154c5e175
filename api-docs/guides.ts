import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentsOf, htmlOf } from './guide-html.ts';
import { fileOf, GUIDES, type Guide, TASKS } from './guide-list.ts';
import { guidesOfCalls } from './guides-of-calls.ts';
import { OPERATIONS } from './reference-links.ts';
import { type Section, sectionsOf } from './sections.ts';

const docs = join(import.meta.dirname, '../docs');
const besideThis = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

interface GuidePage {
  readonly guide: Guide;
  readonly title: string;
  readonly html: string;
}

/**
 * The files below `/docs/`: a page for each guide, the overview, the index of the search, and the style of all. The
 * reference gets the guides about each call.
 */
export function guideFiles(): ReadonlyMap<string, string> {
  const pages = GUIDES.map((guide): GuidePage => {
    const markdown = readFileSync(join(docs, `${guide}.md`), 'utf8');
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? guide;
    return { guide, title, html: htmlOf(markdown, guide) };
  });
  const sections = pages.flatMap(({ guide, title, html }) => sectionsOf(html, title, fileOf(guide)));
  const overview = htmlOf(besideThis('overview.md'), 'guides/index');
  return new Map([
    ['docs.css', besideThis('docs.css')],
    ['guides/guide.css', besideThis('guide.css')],
    ['guides/search-index.js', `export default ${JSON.stringify([...sections, ...operations])};\n`],
    ['guides/guides-of-calls.js', `export default ${JSON.stringify(guidesOfCalls(sections))};\n`],
    ['guides/index.html', pageOf('Docs', `<main>\n${overview}\n${tasksOf(pages)}\n</main>\n${guidesOf(pages)}`)],
    ...pages.map((page, n): [string, string] => {
      const { guide, title, html } = page;
      const main = `<main>\n${html}\n${neighboursOf(pages[n - 1], pages[n + 1])}\n</main>`;
      return [`guides/${fileOf(guide)}`, pageOf(title, [contentsOf(html), main, guidesOf(pages, guide)].join('\n'))];
    }),
  ]);
}

/** The operations of the API, which the search finds after the parts of the guides. */
const operations = OPERATIONS.map(({ summary, tag, call, url }): Section => {
  return { page: 'API reference', title: summary, url, text: `${call} ${tag}` };
});

const titleIn = (pages: readonly GuidePage[], path: Guide): string =>
  pages.find(({ guide }) => guide === path)?.title ?? path;

/** The list of all guides. On a wide screen it stands beside the text. */
function guidesOf(pages: readonly GuidePage[], current?: Guide): string {
  const linkTo = (path: Guide): string =>
    `<li><a href="${fileOf(path)}"${path === current ? ' aria-current="page"' : ''}>${titleIn(pages, path)}</a></li>`;
  const parts = TASKS.map(
    ({ task, guides }) => `<p>${task}</p>\n<ul>\n${guides.map(({ path }) => linkTo(path)).join('\n')}\n</ul>`,
  );
  return `<nav class="guides" aria-label="Guides">\n${parts.join('\n')}\n</nav>`;
}

/** The guides before and after a guide. */
function neighboursOf(before: GuidePage | undefined, after: GuidePage | undefined): string {
  const link = (page: GuidePage | undefined, rel: string, words: string): string =>
    page === undefined ? '' : `<a rel="${rel}" href="${fileOf(page.guide)}"><small>${words}</small> ${page.title}</a>`;
  const links = [link(before, 'prev', 'Previous'), link(after, 'next', 'Next')].filter((html) => html !== '');
  return `<nav class="neighbours" aria-label="Previous and next">\n${links.join('\n')}\n</nav>`;
}

/** Each guide with a sentence, by what a reader wants to do. */
function tasksOf(pages: readonly GuidePage[]): string {
  const says = 'Every endpoint and field. The page sends requests with your key.';
  const reference = `<dt><a href="/docs/">API reference</a></dt>\n<dd>${says}</dd>`;
  const parts = TASKS.map(({ task, guides }, n) => {
    const rows = guides.map(
      (each) => `<dt><a href="${fileOf(each.path)}">${titleIn(pages, each.path)}</a></dt>\n<dd>${each.says}</dd>`,
    );
    const last = n === TASKS.length - 1 ? [reference] : [];
    return `<h2>${task}</h2>\n<dl>\n${[...rows, ...last].join('\n')}\n</dl>`;
  });
  return parts.join('\n');
}

/** A page like the reference, whose frame it takes. Its content needs no script, which only adds to it. */
function pageOf(title: string, content: string): string {
  const styles = ['docs.css', 'guides/guide.css'].map((file) => `<link rel="stylesheet" href="/docs/${file}">\n`);
  const script = '<script type="module" src="/docs/guides/guide-page.js"></script>';
  return besideThis('index.html')
    .replace('<title>Chainwatch API</title>', () => `<title>${title} · Chainwatch</title>`)
    .replace('</head>', `${styles.join('')}${script}\n</head>`)
    .replace('<div id="root"></div>', () => `<div class="guide">\n${content}\n</div>`);
}
