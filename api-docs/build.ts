import { bundlePage } from '../infra/web-bundle.ts';

await bundlePage('docs', 'main.ts');
