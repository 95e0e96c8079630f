import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 12,
  minHeight: 44,
});
const Name = styled('span')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));
const Value = styled('span')(({ theme }) => ({ ...theme.typography.body2, overflowWrap: 'anywhere' }));

interface SettingProps {
  readonly name: string;
  /** The value as text, or a control. */
  readonly children: ReactNode;
}

/** One setting: its name and its value or control. */
export function Setting({ name, children }: SettingProps) {
  return (
    <Row>
      <Name>{name}</Name>
      {typeof children === 'string' ? <Value dir="auto">{children}</Value> : children}
    </Row>
  );
}
