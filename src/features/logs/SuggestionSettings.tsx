import { useState } from 'react';
import { SUGGESTIONS_KEY } from '../../contract/storageKeys';
import { readSuggestionChoice } from '../../store/acts/usualItems';
import { useAppDispatch } from '../../store/state/hooks';
import { LabelledSwitch } from '../../ui/LabelledSwitch';
import { useSnackBar } from '../../ui/SnackBars';
import { useLazyTexts } from '../useLazyTexts';
import { useStoredValue } from '../useStoredValue';
import { SettingAction, SettingActions } from './SettingAction';
import { SettingsGroup } from './SettingsGroup';

const SHOWN_MS = 4000;

/** Switches suggestions on or off, and deletes the remembered items. */
export function SuggestionSettings() {
  const { t } = useLazyTexts();
  const { show } = useSnackBar();
  const dispatch = useAppDispatch();
  const [choice] = useState(() => dispatch(readSuggestionChoice()));
  const [isOn, setOn] = useStoredValue(SUGGESTIONS_KEY, choice.isOn);
  const forget = (): void => {
    choice.forget();
    show({ text: t('suggestions.forgotten'), durationMs: SHOWN_MS });
  };
  return (
    <SettingsGroup title={t('suggestions.label')}>
      <LabelledSwitch
        label={t('suggestions.use')}
        hint={t('suggestions.hint')}
        isOn={isOn}
        onChoose={(next) => {
          choice.choose(next);
          setOn(next === 'on');
        }}
      />
      <SettingActions>
        <SettingAction onClick={forget}>{t('suggestions.forget')}</SettingAction>
      </SettingActions>
    </SettingsGroup>
  );
}
