import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import * as z from 'zod';

/** The folder of the package, which exports neither its files nor its version. */
const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');

/** The libraries that Chromium needs and that a small machine lacks, the fonts, and Chromium itself. */
const PARTS = ['al2023.tar.br', 'fonts.tar.br', 'chromium.br'];

/**
 * Unpacks Chromium, unless an earlier run has unpacked this version. Returns the folder. A run that is killed meanwhile
 * leaves no half of a browser, because the folder gets its name at the end.
 */
export async function unpackChromium(): Promise<string> {
  const text = readFileSync(join(packed, 'package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));
  const folder = join(tmpdir(), `chainwatch-browser-${version}`);
  if (existsSync(folder)) return folder;
  const fresh = await mkdtemp(`${folder}-`);
  const { TMPDIR } = process.env;
  // `inflate` writes into the folder for temporary files.
  process.env.TMPDIR = fresh;
  try {
    for (const part of PARTS) await inflate(join(packed, 'bin', part));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  await writeFile(join(fresh, 'fonts/fonts.conf'), fontsConf(folder));
  // Another run may have been faster.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  return folder;
}

/**
 * Names the folder of the fonts. The package names only folders of AWS Lambda. A browser that finds no font ends at the
 * first text.
 */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;

/**
 * Starts Chromium from its folder. The arguments that the package proposes are left out: they switch off the
 * same-origin policy and other checks of the browser, which the tests are about.
 */
export const launchChromium = (folder: string): Promise<Browser> =>
  chromium.launch({
    executablePath: join(folder, 'chromium'),
    // Without a zygote Chromium needs no second process that a container may forbid.
    args: ['--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  });
