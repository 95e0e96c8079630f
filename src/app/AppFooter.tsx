import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../features/paths';
import { FooterBar } from '../ui/FooterBar';
import { AddOutlined } from '../ui/icons/AddOutlined';
import { NotesOutlined } from '../ui/icons/NotesOutlined';

interface AppFooterProps {
  /** Without it, the button leads to Lists, where the dialog opens. */
  readonly onAddList?: () => void;
}

/** The bar of Lists and Logs, with the buttons for a new list and for the log. */
export function AppFooter({ onAddList }: AppFooterProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <FooterBar label={t('a11y.nav')}>
      <Button
        variant="contained"
        aria-label={t('tabs.addListTitle')}
        title={t('tabs.addListTitle')}
        onClick={onAddList ?? (() => void navigate(paths.newList))}
      >
        <AddOutlined />
        {t('tabs.addList')}
      </Button>
      <Button
        variant="text"
        color="inherit"
        component={Link}
        to={paths.logs}
        state={{ isAfterLists: pathname === paths.lists }}
        {...(pathname === paths.logs && { 'aria-current': 'page' })}
        sx={{ color: 'text.secondary' }}
      >
        <NotesOutlined />
        {t('tabs.settings')}
      </Button>
    </FooterBar>
  );
}
