export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The decoded text directly in the element. */
  text: string;
}

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>|<!doctype html>|([^<>]+)/gy;
const VOID = ['meta'];
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * The elements of a page in the order they begin. A strict reader: it knows only what a careful writer writes.
 * @throws Error at anything else, as a bare `<` or `&`, or elements that do not nest.
 */
export function elementsOf(html: string): HtmlElement[] {
  const elements: HtmlElement[] = [];
  const open: HtmlElement[] = [];
  let end = 0;
  for (const match of html.matchAll(TOKEN)) {
    const [token, slash, name, attributes = '', text] = match;
    end = match.index + token.length;
    if (text !== undefined) {
      const parent = open.at(-1);
      if (parent !== undefined) parent.text += decoded(text).replaceAll('\n', '');
    } else if (name !== undefined && slash === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
    } else if (name !== undefined) {
      const element = { name, attributes: attributesOf(attributes), text: '' };
      elements.push(element);
      if (!VOID.includes(name)) open.push(element);
    }
  }
  if (end !== html.length || open.length > 0) throw new Error(`not read beyond ${html.slice(end, end + 50)}`);
  return elements;
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
  );

const decoded = (text: string): string =>
  text.replace(/&([^;]*;?)/g, (_, rest: string) => {
    const character = characters[rest.slice(0, -1)];
    if (character === undefined || !rest.endsWith(';')) throw new Error(`a bare & before ${rest}`);
    return character;
  });
