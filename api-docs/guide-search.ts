import { excerptOf, findSections, type Section } from './sections.ts';

/** Adds a search over the guides and the API reference to the bar. `/` leads there, arrows choose, Escape leaves. */
export function addSearch(): void {
  const bar = document.querySelector('.docs-bar');
  if (bar === null) return;
  const form = document.createElement('form');
  form.setAttribute('role', 'search');
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Search the docs (/)';
  input.maxLength = 100;
  input.setAttribute('aria-label', 'Search the docs');
  const found = document.createElement('div');
  found.className = 'found';
  found.setAttribute('aria-live', 'polite');
  form.append(input, found);
  bar.append(form);

  const show = async () => {
    const search = input.value.trim();
    if (search === '') return found.replaceChildren();
    const sections = await loaded();
    // The reader may have written on while the index came.
    if (search !== input.value.trim()) return;
    if (sections === undefined) return found.replaceChildren(paragraph('The search did not load. Reload the page.'));
    const links = findSections(sections, search).map((section) => linkTo(section, search));
    found.replaceChildren(...(links.length > 0 ? links : [paragraph(`Nothing has all of these words: ${search}`)]));
  };
  const leave = () => {
    found.replaceChildren();
    input.blur();
  };
  input.addEventListener('input', show);
  input.addEventListener('focus', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leave();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const places = [input, ...found.querySelectorAll('a')];
    const next = places.findIndex((place) => place.matches(':focus')) + step;
    places.at(next % places.length)?.focus();
  });
  // A link to a part of this page loads no other page, so the list must go.
  found.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a') !== null) leave();
  });
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !form.contains(event.target)) found.replaceChildren();
  });
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

/** The index of the search, which the browser loads once; undefined when it does not come. */
const loaded = (): Promise<readonly Section[] | undefined> =>
  import('/docs/guides/search-index.js').then(
    (index) => index.default,
    () => undefined,
  );

function linkTo(section: Section, search: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = new URL(section.url, new URL('/docs/guides/', location.origin)).href;
  const title = document.createElement('strong');
  title.textContent = section.title;
  const page = document.createElement('small');
  page.textContent = section.page === section.title ? '' : section.page;
  link.append(title, ' ', page, paragraph(excerptOf(section, search)));
  return link;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'excerpt';
  element.textContent = text;
  return element;
}
