import { type FirstStepId, useFirstSteps } from '../live/first-steps.ts';
import { PageLink } from './page-link.tsx';

/**
 * Leads a newcomer from a step that is just done to the next of the first steps. It shows nothing when they are over.
 * @param done the step that the user has done, which the lists may not show yet.
 */
export function NextStep({ done }: { readonly done: FirstStepId }) {
  const steps = useFirstSteps();
  const next = steps?.find(({ id, isDone }) => !isDone && id !== done);
  if (next === undefined) return null;
  return (
    <>
      {' '}
      Next:{' '}
      <span className="in-bar">
        <PageLink isInBar to={next.to}>
          {next.next}
        </PageLink>
      </span>
      .
    </>
  );
}
