import { describe, expect, it } from '@jest/globals';
import { htmlOf } from '../../api-docs/guide-html.ts';
import { guideFiles } from '../../api-docs/guides.ts';
import { excerptOf, findSections, type Section, sectionsOf } from '../../api-docs/sections.ts';

const index = guideFiles().get('guides/search-index.js') ?? '';
const sections: Section[] = JSON.parse(index.replace(/^export default |;\n$/g, ''));
const found = (search: string) => findSections(sections, search).map(({ url }) => url);

describe('The parts of a guide', () => {
  it('begin at its headings, and have the text that a reader sees', () => {
    const html = htmlOf(
      '# Title\n\nFirst `a < b`.\n\n## Part & more\n\n- one\n- two\n\n### Detail\n\n```sh\nx "y"\n```',
      'cli',
    );
    expect(sectionsOf(html, 'Title', 'cli.html')).toEqual([
      { page: 'Title', title: 'Title', url: 'cli.html', text: 'First a < b.' },
      { page: 'Title', title: 'Part & more', url: 'cli.html#part--more', text: 'one two' },
      { page: 'Title: Part & more', title: 'Detail', url: 'cli.html#detail', text: 'x "y"' },
    ]);
  });
});

describe('The search of the guides', () => {
  it.each([
    ['retry', 'webhooks.html#retries'],
    ['mute', 'rules-by-example.html#mute'],
    ['cooldown', 'rules-by-example.html#cooldown'],
    ['verification python', 'webhooks.html#python'],
    ['large transfer', 'rules-by-example.html#large-transfer'],
    ['exit code', 'cli.html#exit-codes'],
    ['add wallet', '/docs/#tag/wallets/POST/api/wallets'],
    ['/api/audit/checkpoints', '/docs/#tag/audit/GET/api/audit/checkpoints'],
  ])('finds for %s what explains it, among the guides and the operations of the API', (search, place) => {
    expect(found(search).slice(0, 3)).toContain(place);
  });

  it('finds only what has all words, at most eight parts, and nothing without a word', () => {
    expect(found('wallet zzzz')).toEqual([]);
    expect(found('the')).toHaveLength(8);
    expect(found('  ')).toEqual([]);
  });

  it('shows the text around the first word', () => {
    const text = `${'a '.repeat(100)}needle${' b'.repeat(100)}`;
    const excerpt = excerptOf({ page: '', title: '', url: '', text }, 'Needle b');
    expect(excerpt).toMatch(/^… (a ){19,20}needle b.*…$/);
    expect(excerpt.length).toBeLessThan(130);
  });
});
