import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Rule } from './rule-forms.ts';

/** Whether the rule makes alerts now. */
export function RuleStatus({ isActive, mutedUntil }: Pick<Rule, 'isActive' | 'mutedUntil'>) {
  return (
    <span className="one-line">
      <StatusIndicator type={isActive && mutedUntil === null ? 'success' : 'stopped'}>
        {isActive ? (mutedUntil === null ? 'Active' : 'Muted') : 'Disabled'}
      </StatusIndicator>
    </span>
  );
}
