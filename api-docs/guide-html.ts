import { dirname, posix } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { fileOf, GUIDES } from './guide-list.ts';
import { referenceTo } from './reference-links.ts';

/** A heading of a guide, as `htmlOf` writes it: its level, its anchor and its text. */
const HEADING = /<h([23]) id="([^"]+)"><a [^>]*>(.*?)<\/a><\/h\1>/gs;

/**
 * The HTML of a document. Headings get anchors as on GitHub, and the endpoints of the API lead to their reference.
 * Tables and code can be scrolled, also by the keyboard.
 * micromark writes elements without attributes of its own and escapes the text, so these replacements meet elements
 * alone.
 * @param place the place of the document in `docs/`, from which its links lead.
 */
export function htmlOf(markdown: string, place: string): string {
  const taken = new Map<string, number>();
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<a href="(?!#)([^"]*)">(.*?)<\/a>/gs, (_, href: string, text: string) => {
      const target = targetOf(href, place);
      return target === null ? text : `<a href="${target}">${text}</a>`;
    })
    .replace(/<code>([A-Z]+ \/api[^<]*)<\/code>/g, (code, call: string) => {
      const reference = referenceTo(call);
      return reference === undefined ? code : `<a href="${reference}">${code}</a>`;
    })
    .replace(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, html: string) => {
      // A link cannot contain another link.
      const text = html.replaceAll(/<\/?a\b[^>]*>/g, '');
      const id = anchorOf(text, taken);
      return `<h${level} id="${id}"><a href="#${id}">${text}</a></h${level}>`;
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
function targetOf(href: string, place: string): string | null {
  if (/^https:|^\/(console|docs)\//.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(dirname(place), path);
  if (target === 'openapi.json') return '/docs/';
  const shown = GUIDES.find((each) => `${each}.md` === target);
  return shown === undefined ? null : `${fileOf(shown)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** A shorter guide shows all of its headings on two screens. */
const FEWEST_LISTED = 5;

/** The headings of a guide as links, when it has many: a list that the reader opens, beside the text if it fits. */
export function contentsOf(html: string): string {
  const headings = [...html.matchAll(HEADING)];
  const chapters = headings.filter(([, level]) => level === '2').length;
  if (chapters < FEWEST_LISTED) return '';
  const links = headings.map(([, level, id, text]) => `<li class="level-${level}"><a href="#${id}">${text}</a></li>`);
  return `<details class="contents"><summary>On this page</summary>\n<ul>\n${links.join('\n')}\n</ul></details>`;
}
