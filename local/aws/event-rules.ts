import * as z from 'zod';
import { filterOf } from './event-filter.ts';
import type { Lambda } from './lambda.ts';
import type { ResolvedTemplate } from './template.ts';
import { functionNameIn } from './template-functions.ts';

const Rule = z.object({
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  State: z.literal('ENABLED').default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.undefined().optional() })),
});
const Permission = z.object({
  FunctionName: z.string(),
  Principal: z.string(),
  Action: z.literal('lambda:InvokeFunction'),
});

/** Puts an event on the default bus of EventBridge. */
export type PutEvent = (event: object) => void;

/**
 * The default bus of EventBridge: invokes the targets of each rule of the template whose pattern matches an event.
 * @throws Error for a target that EventBridge may not invoke.
 */
export function eventBus(template: ResolvedTemplate, lambda: Pick<Lambda, 'invokeLater'>): PutEvent {
  const invocable = new Set(
    template
      .resources('AWS::Lambda::Permission', Permission)
      .filter(({ properties: { Principal } }) => Principal === 'events.amazonaws.com')
      .map(({ properties: { FunctionName } }) => functionNameIn(FunctionName)),
  );
  const rules = template.resources('AWS::Events::Rule', Rule).flatMap(({ id, properties }) => {
    const { EventPattern, Targets } = properties;
    if (EventPattern === undefined) return [];
    const functions = Targets.map(({ Arn }) => functionNameIn(Arn));
    const refused = functions.find((name) => !invocable.has(name));
    if (refused !== undefined) throw new Error(`The rule ${id} lacks the permission to invoke ${refused}`);
    return [{ matches: filterOf([JSON.stringify(EventPattern)]), functions }];
  });
  return (event) => {
    const matching = rules.filter(({ matches }) => matches(event));
    for (const name of matching.flatMap(({ functions }) => functions)) lambda.invokeLater(name, event);
  };
}
