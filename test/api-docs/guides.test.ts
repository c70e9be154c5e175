import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { contentsOf, htmlOf } from '../../api-docs/guide-html.ts';
import { fileOf, GUIDES, TASKS } from '../../api-docs/guide-list.ts';
import { guideFiles } from '../../api-docs/guides.ts';
import { OPERATIONS } from '../../api-docs/reference-links.ts';
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

  it.each([...pages, ['the reference', readFileSync(`${root}/api-docs/index.html`, 'utf8')] as const])(
    '%s has the icon of the console',
    (_file, html) => {
      const iconOf = (page: string) => /<link rel="icon" href="([^"]+)">/.exec(page)?.[1];
      const ofConsole = iconOf(readFileSync(`${root}/console/index.html`, 'utf8'));
      expect(ofConsole).toMatch(/^data:image\/svg/);
      expect(iconOf(html)).toBe(ofConsole);
    },
  );

  it.each(pages)('%s has names for its anchors that differ, and no link to a missing page or anchor', (file, html) => {
    expect(new Set(idsOf(html)).size).toBe(idsOf(html).length);
    const links = [...html.matchAll(/ href="(?!data:)([^"]+)"/g)].map(
      ([, href = '']) => new URL(href, `http://x/docs/${file}`),
    );
    const inside = links.filter(({ host, pathname }) => host === 'x' && pathname.startsWith('/docs/guides/'));
    const broken = inside.filter(({ pathname, hash }) => {
      const target = files.get(pathname.replace(/^\/docs\//, '').replace(/\/$/, '/index.html'));
      return target === undefined || (hash !== '' && !idsOf(target).includes(hash.slice(1)));
    });
    expect(broken.map(({ href }) => href)).toEqual([]);
    const others = links.filter((link) => !inside.includes(link)).map(({ href }) => href);
    const known = /^(https:|http:\/\/x\/(console\/.*|docs\/|docs\/docs.css|docs\/#tag\/.*)$)/;
    expect(others.filter((href) => !known.test(href))).toEqual([]);
  });

  it('lead from each guide to the guides before and after it', () => {
    const neighbours = GUIDES.map((guide) => {
      const html = files.get(`guides/${fileOf(guide)}`) ?? '';
      return [...html.matchAll(/<a rel="(?:prev|next)" href="([^"]+)"/g)].map(([, href]) => href);
    });
    const names = GUIDES.map(fileOf);
    expect(neighbours).toEqual(names.map((_, n) => names.filter((_name, at) => Math.abs(at - n) === 1)));
  });
});

describe('The reference', () => {
  const text = files.get('guides/guides-of-calls.js') ?? '';
  const guidesOf: Readonly<Record<string, string>> = JSON.parse(text.replace(/^export default |;\n$/g, ''));

  it('leads from each call to guides about it, and to no missing page or anchor', () => {
    expect(Object.keys(guidesOf).sort()).toEqual(OPERATIONS.map(({ call }) => call).sort());
    for (const [call, guides] of Object.entries(guidesOf)) {
      const links = [...guides.matchAll(/\]\(\/docs\/(guides\/[^)#]+)(?:#([^)]+))?\)/g)];
      expect([call, links.length > 0]).toEqual([call, true]);
      for (const [, file = '', anchor] of links) {
        expect([...files.keys()]).toContain(file);
        if (anchor !== undefined) expect(idsOf(files.get(file) ?? '')).toContain(anchor);
      }
    }
  });

  it('leads first to the part of a guide that names the call', () => {
    expect(guidesOf['POST /api/webhooks/{id}/rotate-secret']).toMatch(
      /^Guides: \[Webhooks: Verification: Rotation\]\(\/docs\/guides\/webhooks.html#rotation\) · /,
    );
  });

  it.each(pages)('has each call to which %s leads', (_file, html) => {
    const known = OPERATIONS.map(({ url }) => url);
    const links = [...html.matchAll(/ href="(\/docs\/#tag\/[^"]+)"/g)].map(([, href]) => href);
    expect(links.filter((href) => !known.includes(href ?? ''))).toEqual([]);
  });
});

describe('The overview', () => {
  const index = files.get('guides/index.html') ?? '';

  it('says what Chainwatch is, then how to come to the first alert, then what each guide is for', () => {
    expect([...index.matchAll(/<h2[^>]*>(?:<a [^>]*>)?(.*?)</g)].map(([, text]) => text)).toEqual([
      'Five minutes to the first alert',
      ...TASKS.map(({ task }) => task),
    ]);
    expect(index.indexOf('Chainwatch watches the wallets of an organisation')).toBeLessThan(index.indexOf('<h2'));
    expect(index).toContain('<a href="/console/wallets?add=wallet">Add a wallet</a>');
    expect([...index.matchAll(/<dd>[A-Z][^<]{30,}\.<\/dd>/g)]).toHaveLength(GUIDES.length + 1);
    expect(index).toContain('<a href="/docs/">API reference</a></dt>');
  });
});

describe('A long guide', () => {
  const chapters = (count: number) => {
    const parts = Array.from({ length: count }, (_, n) => `## Part ${n} & \`code\`\n\n### Detail ${n}\n`);
    return htmlOf(`# Title\n\n${parts.join('\n')}`, 'cli');
  };

  it('has its headings as links, of chapters and of their parts', () => {
    const contents = contentsOf(chapters(5));
    expect(contents.match(/<li/g)).toHaveLength(10);
    expect(contents).toContain('<li class="level-2"><a href="#part-0--code">Part 0 &amp; <code>code</code></a></li>');
  });

  it('is long from five chapters on', () => {
    expect(contentsOf(chapters(4))).toBe('');
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

  it.each([
    ['`GET /api/me`', '/docs/#tag/api-keys/GET/api/me'],
    ['`GET /api/wallets/:id/coverage?x=1`', '/docs/#tag/balances/GET/api/wallets/{id}/coverage'],
  ])('leads from %s to its part of the API reference', (markdown, href) => {
    expect(html(markdown)).toMatch(`<p><a href="${href}"><code>`);
  });

  it('leaves a call that is not of the API as it is, and puts no link into the link of a heading', () => {
    expect(html('`GET /api/nothing`')).toBe('<p><code>GET /api/nothing</code></p>');
    expect(html('## `GET /api/me`')).toBe('<h2 id="get-apime"><a href="#get-apime"><code>GET /api/me</code></a></h2>');
  });

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
