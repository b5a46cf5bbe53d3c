import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Failure } from './EmptyState.tsx';

interface Props {
  /** What stops working when this does: *Turns*. */
  readonly name: string;
  readonly children: ReactNode;
}

/** A bug in one panel stays in that panel. */
export class ErrorBoundary extends Component<Props, { readonly bug: unknown }> {
  override readonly state: { readonly bug: unknown } = { bug: null };

  static getDerivedStateFromError(bug: unknown) {
    return { bug: bug ?? 'unknown' };
  }

  override render() {
    const { bug } = this.state;
    if (bug === null) return this.props.children;
    const detail = bug instanceof Error ? bug.message : 'no reason given';
    return (
      <Failure message={`${this.props.name} stopped because of a fault of ours: ${detail}.`}>
        <Button onClick={() => this.setState({ bug: null })}>Try again</Button>
      </Failure>
    );
  }
}
