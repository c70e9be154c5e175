import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactNode } from 'react';
import { capitalised } from '../../design/field-label.ts';
import { PageLink } from '../../design/page-link.tsx';
import { type FirstStep, useFirstSteps } from '../../live/first-steps.ts';
import { TestAlert } from './test-alert.tsx';

/** The first steps of an organisation, each with a tick when it is done, and the way to do it before. */
export function NextSteps() {
  const steps = useFirstSteps();
  if (steps === undefined) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${done} of ${steps.length})`}>
          First steps
        </Header>
      }
    >
      <ol className="plain">
        {steps.map((step) => (
          <li key={step.id}>
            {step.isDone ? <StatusIndicator type="success">{step.what}</StatusIndicator> : wayTo(step)}
          </li>
        ))}
      </ol>
    </Container>
  );
}

function wayTo({ id, to, next }: FirstStep): ReactNode {
  switch (id) {
    case 'receiver':
      return (
        <>
          Say where to tell you: <PageLink to={to}>Add a destination</PageLink> for people, or{' '}
          <PageLink to="/webhooks?add=webhook">register a webhook</PageLink> for a program
        </>
      );
    case 'message':
      return <TestAlert />;
    default:
      return <PageLink to={to}>{capitalised(next)}</PageLink>;
  }
}
