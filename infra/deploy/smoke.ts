import * as z from 'zod';
import packageJson from '../../package.json' with { type: 'json' };

const Health = z.object({ status: z.literal('ok'), version: z.string() });
const Checks = z.object({
  checks: z.array(z.object({ name: z.string(), status: z.string(), detail: z.string() })),
});

/**
 * Asks a deployed API what needs no key: its health, its document, and that it refuses a caller without a key. With an
 * admin key, also asks how the parts of the stage are.
 * @param baseUrl the URL before `/api`.
 * @returns what is wrong, one line each.
 */
export async function smoke(
  baseUrl: string,
  { version = packageJson.version, apiKey }: { version?: string; apiKey?: string | undefined } = {},
): Promise<string[]> {
  const get = (path: string, headers = {}) =>
    fetch(`${baseUrl.replace(/\/$/, '')}${path}`, { headers, signal: AbortSignal.timeout(30_000), redirect: 'error' });
  const wrong: string[] = [];
  const health = await get('/api/health');
  const answer = Health.safeParse(await health.json().catch(() => undefined));
  if (!answer.success) wrong.push(`GET /api/health answered ${health.status}, and not that the service is ok`);
  else if (answer.data.version !== version) wrong.push(`Version ${answer.data.version} runs, not ${version}`);
  for (const [path, status] of [
    ['/api/openapi.json', 200],
    ['/api/wallets', 401],
  ] as const) {
    const given = (await get(path)).status;
    if (given !== status) wrong.push(`GET ${path} without a key answered ${given}, not ${status}`);
  }
  if (apiKey) {
    const deep = await get('/api/health?deep=true', { Authorization: `Bearer ${apiKey}` });
    const found = Checks.safeParse(await deep.json().catch(() => undefined));
    if (!found.success) wrong.push(`GET /api/health?deep=true answered ${deep.status}, and no checks`);
    for (const { name, status, detail } of found.data?.checks ?? []) {
      if (status !== 'ok') wrong.push(`${name}: ${detail}`);
    }
  }
  return wrong;
}
