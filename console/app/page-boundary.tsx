import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  readonly children: ReactNode;
}

/** Shows a fault of a page in place of the page. The frame around the page goes on. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Alert
        type="error"
        header="This page failed"
        action={<Button onClick={() => window.location.reload()}>Load the page again</Button>}
      >
        A part of the page could not be loaded or shown. A new release of the console may be the reason.
      </Alert>
    );
  }
}
