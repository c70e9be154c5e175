/** A part of a page that the search finds. */
export interface Section {
  /** The title of the page, and of the chapter around the part. */
  readonly page: string;
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/**
 * The parts of a guide, each from a heading to the next heading.
 * @param html as `htmlOf` writes it.
 * @param file the page of the guide.
 */
export function sectionsOf(html: string, page: string, file: string): Section[] {
  const [first = '', ...parts] = html.split(/(?=<h[23] id=")/);
  let chapter = '';
  return [
    { page, title: page, url: file, text: textOf(first.replace(/<h1.*?<\/h1>/s, '')) },
    ...parts.map((part): Section => {
      const [heading = '', level, id = '', html = ''] = /^<h([23]) id="([^"]+)">(.*?)<\/h\d>/s.exec(part) ?? [];
      const title = textOf(html);
      if (level === '2') chapter = title;
      const place = level === '2' ? page : `${page}: ${chapter}`;
      return { page: place, title, url: `${file}#${id}`, text: textOf(part.slice(heading.length)) };
    }),
  ];
}

const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** The text that a reader sees, in one line. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<\/(?:p|li|td|th|pre|h\d)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => CHARACTERS[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A reader looks at so many. */
const MOST_FOUND = 8;
/** How well a word fits: the title of a part, that of its page, and each time its text, up to five times. */
const POINTS = { title: 10, beginsInTitle: 6, page: 3, text: 1 };
const MOST_COUNTED = 5;
/** The text has the words as the reader wrote them. */
const POINTS_TOGETHER = 4;

/** The parts that have all words of a search, the best first. A word may be the beginning of a longer word. */
export function findSections(sections: readonly Section[], search: string): Section[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, points: pointsOf(section, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST_FOUND)
    .map(({ section }) => section);
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '');

/** A word as it may begin in the text: `retry` finds `Retries`, and `wallets` finds `wallet`. */
const formsOf = (word: string): string[] => [word, word.replace(/y$/, 'ies'), word.replace(/(.{3})s$/, '$1')];

/** 0 when a word is missing. */
function pointsOf({ page, title, text }: Section, words: readonly string[]): number {
  const [inPage, inTitle, inText] = [wordsOf(page), wordsOf(title), wordsOf(text)];
  const each = words.map((word) => {
    const forms = formsOf(word);
    const begins = (other: string): boolean => forms.some((form) => other.startsWith(form));
    const ofTitle = inTitle.includes(word) ? POINTS.title : inTitle.some(begins) ? POINTS.beginsInTitle : 0;
    const ofPage = inPage.some(begins) ? POINTS.page : 0;
    return ofTitle + ofPage + POINTS.text * Math.min(MOST_COUNTED, inText.filter(begins).length);
  });
  if (each.includes(0)) return 0;
  const isTogether = words.length > 1 && inText.join(' ').includes(words.join(' '));
  return each.reduce((sum, points) => sum + points, isTogether ? POINTS_TOGETHER : 0);
}

/** The text around the first word of a search that the text has. */
export function excerptOf({ text }: Section, search: string): string {
  const inText = text.toLowerCase();
  const at = wordsOf(search)
    .flatMap((word) => formsOf(word).map((form) => inText.indexOf(form)))
    .find((place) => place >= 0);
  const begin = at === undefined || at < BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const end = begin + EXCERPT;
  return `${begin === 0 ? '' : '… '}${text.slice(begin, end)}${end < text.length ? '…' : ''}`;
}

const BEFORE = 40;
const EXCERPT = 120;
