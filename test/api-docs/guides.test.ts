import { globSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { GUIDES, guideFiles, htmlOf, withContents } from '../../api-docs/guides.ts';
import { RuleType } from '../../lib/alerts/rules/types/rule-types.ts';
import { root } from '../support/sources.ts';

const files = guideFiles();
const pages = [...files].filter(([file]) => file.endsWith('.html'));
const idsOf = (html: string): (string | undefined)[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe('The pages of the guides', () => {
  it('are there for each guide of the repository', () => {
    const guides = globSync('guides/*.md', { cwd: `${root}/docs` }).map((file) => file.replace(/\.md$/, ''));
    expect(guides.length).toBeGreaterThan(3);
    expect(GUIDES).toEqual(expect.arrayContaining(guides));
  });

  it.each(pages)('%s has a title, and links to each guide', (_file, html) => {
    expect(html).toMatch(/<title>[^<]+ · Chainwatch<\/title>/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    for (const guide of GUIDES) expect(html).toContain(`href="${guide.replace('guides/', '')}.html"`);
  });

  it.each(pages)('%s has names for its anchors that differ, and no link to a missing page or anchor', (file, html) => {
    expect(new Set(idsOf(html)).size).toBe(idsOf(html).length);
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => new URL(href, `http://x/docs/${file}`));
    const inside = links.filter(({ host, pathname }) => host === 'x' && pathname.startsWith('/docs/guides/'));
    const broken = inside.filter(({ pathname, hash }) => {
      const target = files.get(pathname.replace(/^\/docs\//, '').replace(/\/$/, '/index.html'));
      return target === undefined || (hash !== '' && !idsOf(target).includes(hash.slice(1)));
    });
    expect(broken.map(({ href }) => href)).toEqual([]);
    const others = links.filter((link) => !inside.includes(link)).map(({ href }) => href);
    expect(others.filter((href) => !/^(https:|http:\/\/x\/(console\/|docs\/|docs\/docs.css)$)/.test(href))).toEqual([]);
  });
});

describe('The list of the guides', () => {
  const index = files.get('guides/index.html') ?? '';

  it('has a sentence for each guide, by who reads it, and the API reference', () => {
    expect([...index.matchAll(/<dd>[A-Z][^<]{30,}\.<\/dd>/g)]).toHaveLength(GUIDES.length);
    expect(index.match(/<h2>/g)).toHaveLength(3);
    expect(index).toContain('<a href="/docs/">API reference</a> has every endpoint');
  });
});

describe('A long guide', () => {
  const chapters = (count: number) => {
    const parts = Array.from({ length: count }, (_, n) => `## Part ${n} & \`code\`\n\n### Detail ${n}\n`);
    return htmlOf(`# Title\n\n${parts.join('\n')}`, 'cli');
  };

  it('begins with its headings as links, of chapters and of their parts', () => {
    const html = withContents(chapters(5));
    const [contents = ''] = /<details.*<\/details>/s.exec(html) ?? [];
    expect(html.indexOf(contents)).toBeGreaterThan(html.indexOf('</h1>'));
    expect(contents.match(/<li/g)).toHaveLength(10);
    expect(contents).toContain('<li class="level-2"><a href="#part-0--code">Part 0 &amp; <code>code</code></a></li>');
  });

  it('is long from five chapters on', () => {
    expect(withContents(chapters(4))).toBe(chapters(4));
    const long = [...files].filter(([, html]) => html.includes('class="contents"')).map(([file]) => file);
    expect(long).toEqual(
      expect.arrayContaining(['guides/rules-by-example.html', 'guides/api.html', 'guides/cli.html']),
    );
  });
});

describe('Rules by example', () => {
  it('has an anchor for each rule type, to which the form of a rule in the console links', () => {
    const anchors = idsOf(files.get('guides/rules-by-example.html') ?? '');
    expect(anchors).toEqual(expect.arrayContaining(RuleType.options.map((type) => type.replaceAll('_', '-'))));
  });
});

describe('A guide in HTML', () => {
  const html = (markdown: string) => htmlOf(markdown, 'guides/rules-by-example');

  it('has the anchors of GitHub', () => {
    expect(html('## 1. Start & `stop`, now')).toBe(
      '<h2 id="1-start--stop-now"><a href="#1-start--stop-now">1. Start &amp; <code>stop</code>, now</a></h2>',
    );
    expect(idsOf(html('## Twice\n\n## Twice'))).toEqual(['twice', 'twice-1']);
  });

  it.each([
    ['[x](who-gets-which-alerts.md)', 'who-gets-which-alerts.html'],
    ['[x](../webhooks.md#headers)', 'webhooks.html#headers'],
    ['[x](../openapi.json)', '/docs/'],
    ['[x](#payments)', '#payments'],
    ['[x](https://example.com/a)', 'https://example.com/a'],
  ])('links %s to %s', (markdown, href) => {
    expect(html(markdown)).toBe(`<p><a href="${href}">x</a></p>`);
  });

  it.each(['[x](../operations.md)', '[x](../../examples/apply)', '[x](javascript:run)'])(
    'shows %s as plain text',
    (markdown) => {
      expect(html(markdown)).toBe('<p>x</p>');
    },
  );

  it('shows code as it is, which the keyboard can scroll', () => {
    expect(html('```sh\n<h2>&</h2>  <table> # [a](b)\n```')).toBe(
      '<pre tabindex="0"><code class="language-sh">&lt;h2&gt;&amp;&lt;/h2&gt;  &lt;table&gt; # [a](b)\n</code></pre>',
    );
  });

  it('shows elements of the Markdown as text, and tables in a frame that the keyboard can scroll', () => {
    expect(html('<script>x</script>')).toBe('&lt;script&gt;x&lt;/script&gt;');
    expect(html('| a |\n|---|\n| b |')).toMatch(/^<div class="table" tabindex="0"><table>.*<\/table><\/div>$/s);
  });
});
