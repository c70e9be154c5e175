import { bundlePage } from '../infra/web-bundle.ts';

await bundlePage('console', 'main.ts');
