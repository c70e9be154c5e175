import { bundlePage, writeFile } from '../infra/web-bundle.ts';
import { guideFiles } from './guides.ts';

await bundlePage('docs', 'main.ts');
for (const [file, text] of guideFiles()) writeFile(`docs/${file}`, text);
