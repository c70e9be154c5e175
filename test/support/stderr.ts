import { jest } from '@jest/globals';
import * as z from 'zod';

const Line = z.looseObject({ level: z.string(), event: z.string() });

/** Captures the log of the code under test, from this call until mocks are restored. */
export function capturedLog(): z.output<typeof Line>[] {
  const lines: z.output<typeof Line>[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(Line.parse(JSON.parse(String(text))));
    return true;
  });
  return lines;
}
