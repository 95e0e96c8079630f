import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/Card';

export const Group = styled('section')({ marginBottom: 16 });
export const GroupTitle = styled('h2')(({ theme }) => ({
  ...theme.typography.caption,
  margin: '0 0 6px',
  paddingInline: 4,
  color: theme.vars.palette.text.secondary,
  fontWeight: 650,
}));
const Settings = styled(Card)({ display: 'grid', gap: 8, padding: '12px 16px' });

interface SettingsGroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A group of settings with a title. */
export function SettingsGroup({ title, children }: SettingsGroupProps) {
  const id = useId();
  return (
    <Group aria-labelledby={id}>
      <GroupTitle id={id} tabIndex={-1}>
        {title}
      </GroupTitle>
      <Settings>{children}</Settings>
    </Group>
  );
}
