import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import type { Scope } from '../session/scope.ts';
import { useRefusal } from '../session/session-context.ts';

interface ActionButtonProps extends ButtonProps {
  /** The scope that the request behind the button needs. */
  readonly needs: Scope;
}

/** A button that stays visible but disabled, with the reason, when the user's key does not allow its action. */
export function ActionButton({ needs, disabled, disabledReason, ...props }: ActionButtonProps) {
  const refusal = useRefusal(needs);
  return (
    <Button
      {...props}
      disabled={refusal !== undefined || disabled === true}
      disabledReason={refusal ?? disabledReason}
    />
  );
}
