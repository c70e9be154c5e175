import { afterAll, describe, expect, it } from '@jest/globals';
import { alertSentences } from '../../sdk/alert-sentences.ts';
import { createChainwatch } from '../../sdk/index.ts';
import { listOf, serving } from '../cli/api-double.ts';
import { closeAll } from '../platform/outbound/receiver.ts';

afterAll(closeAll);

const LIST = '/api/alerts/events';
const alert = (id: string) => ({ id, summary: `sentence of ${id}` });

/** A service whose list has the newest alert, and which knows an older alert by its id alone. */
async function serviceOf(newest: string, older: readonly string[]) {
  const asked: string[] = [];
  const url = await serving((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1');
    asked.push(pathname);
    const id = pathname.slice(`${LIST}/`.length);
    const answer = pathname === LIST ? listOf(alert(newest)) : older.includes(id) ? alert(id) : undefined;
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { code: 'not_found', detail: 'There is no such alert.', status: 404 }));
  });
  return { api: createChainwatch({ baseUrl: url, apiKey: 'cw_test_1' }), asked };
}

describe('The sentences of alerts', () => {
  it('are read by id beyond the newest alerts, once each, and a deleted alert has none', async () => {
    const { api, asked } = await serviceOf('new', ['old']);
    const sentenceOf = await alertSentences(api, ['new', 'old', 'gone', 'old']);
    expect(['new', 'old', 'gone'].map(sentenceOf)).toEqual(['sentence of new', 'sentence of old', undefined]);
    expect(asked.sort()).toEqual([LIST, `${LIST}/gone`, `${LIST}/old`]);
  });

  it('are asked for at most 100 older alerts', async () => {
    const { api, asked } = await serviceOf('new', []);
    await alertSentences(
      api,
      Array.from({ length: 130 }, (_, n) => `old-${n}`),
    );
    expect(asked).toHaveLength(101);
  });

  it('ask nothing without an id', async () => {
    const { api, asked } = await serviceOf('new', []);
    await alertSentences(api, []);
    expect(asked).toEqual([]);
  });
});
