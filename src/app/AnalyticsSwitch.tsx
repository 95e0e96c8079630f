import { ANALYTICS_KEY } from '../contract/storageKeys';
import { useLazyTexts } from '../features/useLazyTexts';
import { useStoredValue } from '../features/useStoredValue';
import { LabelledSwitch } from '../ui/LabelledSwitch';
import type { AnalyticsChoice } from './analytics';

/** Switches the usage statistics on or off for this device. */
export function AnalyticsSwitch({ choice }: { readonly choice: AnalyticsChoice }) {
  const { t } = useLazyTexts();
  const [isOn, setOn] = useStoredValue(ANALYTICS_KEY, choice.isOn);
  const choose = (next: boolean): void => {
    choice.choose(next);
    setOn(choice.isOn());
  };
  return (
    <LabelledSwitch
      label={t('logs.analytics')}
      hint={t('logs.analyticsHint')}
      isOn={isOn}
      disabled={!choice.canChoose}
      onChoose={(next) => choose(next === 'on')}
    />
  );
}
