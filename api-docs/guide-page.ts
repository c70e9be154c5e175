import { addCopyButtons } from './copy-buttons.ts';
import { addSearch } from './guide-search.ts';

// A guide is whole without this script, which only makes it handier.
addSearch();
addCopyButtons();

// On a wide screen the contents stand beside the text, and are open.
const contents = document.querySelector<HTMLDetailsElement>('details.contents');
const isWide = matchMedia('(min-width: 1180px)');
const show = () => {
  if (contents !== null) contents.open = isWide.matches;
};
isWide.addEventListener('change', show);
show();
