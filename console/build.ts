import { bundlePage } from '../infra/web-bundle.ts';

await bundlePage('console', 'app/main.tsx');
