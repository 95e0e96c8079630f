import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState';
import tomato from '../ui/listIcons/tomato.svg';
import { Column } from '../ui/PageFrame';

/** Not `ListIcon`: every first visit would fetch the addresses of all icons. */
const PICTURE = <img src={tomato} alt="" width={72} height={72} draggable={false} />;

function Crashed({ onReload }: { readonly onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <Column role="alert">
      <EmptyState picture={PICTURE} text={t('app.crashed')}>
        <Button variant="contained" onClick={onReload}>
          {t('app.reload')}
        </Button>
      </EmptyState>
    </Column>
  );
}

interface RouteErrorProps {
  readonly onError: (error: unknown) => void;
  readonly onReload: () => void;
  readonly children: ReactNode;
}

/** Replaces a screen that threw an error. All changes are on disk, so a reload loses nothing. */
export class RouteError extends Component<RouteErrorProps, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render() {
    return this.state.hasCrashed ? <Crashed onReload={this.props.onReload} /> : this.props.children;
  }
}
