import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Failure } from './EmptyState.tsx';
import { isNotLoaded, notLoaded } from './notLoaded.ts';

interface Props {
  /** The part that stops working, for the message: *Turns*. */
  readonly name: string;
  /** Wraps the message if no panel is around it. */
  readonly frame?: (failure: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

/** Contains a crash in one panel, also if its script did not load. */
export class ErrorBoundary extends Component<Props, { readonly bug: unknown }> {
  override readonly state: { readonly bug: unknown } = { bug: null };

  static getDerivedStateFromError(bug: unknown) {
    return { bug: bug ?? 'unknown' };
  }

  override render() {
    const { bug } = this.state;
    const { name, frame, children } = this.props;
    if (bug === null) return children;
    const detail = bug instanceof Error ? bug.message.replace(/\.$/, '') : 'no reason given';
    const failure = isNotLoaded(bug) ? (
      <Failure message={notLoaded(name)}>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
      </Failure>
    ) : (
      <Failure message={`${name} stopped because of a bug in Contextscope: ${detail}.`}>
        <Button onClick={() => this.setState({ bug: null })}>Try again</Button>
      </Failure>
    );
    return frame?.(failure) ?? failure;
  }
}
